import Testing

@testable import WindowHost

@Suite("The pace of frames")
struct FramePacingTests {
  /// A macro cannot hold a call that changes its subject.
  private func check(_ answer: Bool, _ expected: Bool, at place: SourceLocation = #_sourceLocation)
  {
    #expect(answer == expected, sourceLocation: place)
  }

  @Test("Several wishes in one turn are one frame")
  func coalescing() {
    var pacing = FramePacing()
    check(pacing.request(), true)
    check(pacing.request(), false)
    check(pacing.begin(), true)
    check(pacing.begin(), false)
  }

  @Test("While the terminal takes a frame none is painted; then the newest is")
  func underWay() {
    var pacing = FramePacing()
    _ = pacing.request()
    _ = pacing.begin()
    check(pacing.request(), false)
    #expect(!pacing.isDue)
    pacing.end()
    #expect(pacing.isDue)
    check(pacing.begin(), true)
    pacing.end()
    #expect(!pacing.isDue)
  }

  @Test("A frame waits for every draft it would show to be on disk")
  func held() {
    var pacing = FramePacing()
    pacing.hold()
    pacing.hold()
    check(pacing.request(), false)
    pacing.release()
    #expect(!pacing.isDue)
    pacing.release()
    #expect(pacing.isDue)
  }

  @Test("What was wanted before the terminal was given back is not painted after")
  func forgotten() {
    var pacing = FramePacing()
    _ = pacing.request()
    pacing.forget()
    check(pacing.begin(), false)
    check(pacing.request(), true)
  }
}
