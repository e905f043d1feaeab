import Wire

// The messages of windows that make groups large, and that wait while a group is.
extension FrameType {
  var isLogged: Bool {
    switch self {
    case Submit.type, CreateBoard.type, Attach.type, AttachWindow.type, EndWindow.type: true
    default: false
    }
  }
}

extension Message {
  var isLogged: Bool {
    switch self {
    case .submit, .createBoard, .attach, .attachWindow, .endWindow: true
    default: false
    }
  }
}
