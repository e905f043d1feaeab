import Dispatch
import OperationLog
import Synchronization

/// A result that a thread of the store hands to a thread that waits for it.
final class Answer<Value: Sendable>: Sendable {
  private let given = DispatchSemaphore(value: 0)
  private let result = Mutex<Result<Value, StoreError>?>(nil)

  func put(_ new: Result<Value, StoreError>) {
    result.withLock { $0 = new }
    given.signal()
  }

  func take() -> Result<Value, StoreError> {
    while true {
      given.wait()
      if let result = result.withLock({ $0 }) { return result }
    }
  }
}
