import Dispatch
import OperationLog
import Synchronization

/// What a thread of the store says, for a thread that waits.
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
