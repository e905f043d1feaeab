-- A Wireshark dissector for the frames of the board protocol (SPEC.md FRM). It shows headers and
-- the payloads as bytes, reads ERROR and GOODBYE, and marks grease. See README.md.

local board = Proto("board", "Board protocol")

local types = {
  [0x0001] = "HELLO", [0x0002] = "WELCOME", [0x0003] = "ERROR", [0x0004] = "PING",
  [0x0005] = "PONG", [0x0006] = "GOODBYE", [0x0010] = "LIST_BOARDS", [0x0011] = "BOARDS",
  [0x0012] = "CREATE_BOARD", [0x0014] = "ATTACH", [0x0015] = "ATTACHED",
  [0x0016] = "FETCH_SNAPSHOT", [0x0017] = "SNAPSHOT", [0x0018] = "FETCH_HISTORY",
  [0x0019] = "HISTORY", [0x001A] = "SUBMIT", [0x001B] = "OUTCOME", [0x001C] = "DETACH",
  [0x001D] = "DETACHED", [0x0020] = "COMMITTED", [0x0021] = "ACKNOWLEDGE", [0x0022] = "RESYNC",
  [0x0023] = "DIGEST", [0x0024] = "FETCH_CARD_HISTORY", [0x0025] = "FETCH_EXCERPT",
  [0x0026] = "EXCERPT", [0x0028] = "PRESENCE", [0x0029] = "PRESENT", [0x002A] = "MORE_PRESENT",
  [0x0030] = "OPEN_WINDOW", [0x0031] = "WINDOW_OPENED",
  [0x0032] = "ATTACH_WINDOW", [0x0033] = "LIST_WINDOWS", [0x0034] = "WINDOWS",
  [0x0035] = "END_WINDOW", [0x0036] = "WINDOW_ENDED", [0x0037] = "WINDOW_STATE",
  [0x0038] = "ACTIVATE", [0x0039] = "WINDOW_REGISTERED", [0x003A] = "WINDOW_END",
  [0x003B] = "WINDOWS_GONE", [0x003C] = "INVITE", [0x003D] = "INVITED",
  [0x003E] = "INVITATION", [0x003F] = "INFO_NOT_KEPT", [0x0040] = "LIFT", [0x0041] = "LIFTED",
  [0x0042] = "CARRIED", [0x0043] = "LOAD", [0x0044] = "PART", [0x0045] = "DROP", [0x0046] = "DROPPED",
  [0x0047] = "CANCEL_DRAG",
}

local f = board.fields
f.length = ProtoField.uint32("board.length", "Payload length")
f.type = ProtoField.uint16("board.type", "Type", base.HEX)
f.response = ProtoField.bool("board.response", "RESPONSE", 16, nil, 0x0100)
f.more = ProtoField.bool("board.more", "MORE", 16, nil, 0x0200)
f.request = ProtoField.uint64("board.request", "Request")
f.payload = ProtoField.bytes("board.payload", "Payload")
f.code = ProtoField.uint16("board.code", "Code")
f.text = ProtoField.string("board.text", "Text")

local header_bytes = 16
local frame_limit = 1048576
local response = 0x0100

local function name_of(kind)
  if types[kind] then return types[kind] end
  -- Grease has the low nibble A in both bytes, and means nothing (GRS-001).
  if kind % 16 == 10 and math.floor(kind / 256) % 16 == 10 then return "GREASE" end
  return string.format("UNKNOWN 0x%04x", kind)
end

local function frame_length(buffer, _, offset)
  return header_bytes + buffer(offset, 4):uint()
end

local function code_and_text(payload, tree)
  if payload:len() < 4 then return end
  tree:add(f.code, payload(0, 2))
  local count = payload(2, 2):uint()
  if payload:len() >= 4 + count and count > 0 then tree:add(f.text, payload(4, count)) end
end

local function dissect_frame(buffer, packet, root)
  local kind, flags = buffer(4, 2):uint(), buffer(6, 2):uint()
  local name = name_of(kind)
  local label = name
  if flags >= response then label = label .. " answers " .. buffer(8, 8):uint64()
  elseif buffer(8, 8):uint64() ~= UInt64(0) then label = label .. " #" .. buffer(8, 8):uint64() end

  local tree = root:add(board, buffer(), "Board " .. label)
  tree:add(f.length, buffer(0, 4))
  tree:add(f.type, buffer(4, 2)):append_text(" (" .. name .. ")")
  tree:add(f.response, buffer(6, 2))
  tree:add(f.more, buffer(6, 2))
  tree:add(f.request, buffer(8, 8))
  if buffer:len() > header_bytes then
    local payload = buffer(header_bytes)
    if name == "ERROR" or name == "GOODBYE" then code_and_text(payload, tree) end
    tree:add(f.payload, payload)
  end
  packet.cols.info:append(" " .. label)
  return buffer:len()
end

function board.dissector(buffer, packet, root)
  if buffer:len() >= 4 and buffer(0, 4):uint() > frame_limit then return 0 end
  packet.cols.protocol = "BOARD"
  packet.cols.info = ""
  dissect_tcp_pdus(buffer, root, header_bytes, frame_length, dissect_frame)
  return buffer:len()
end

DissectorTable.get("tcp.port"):add_for_decode_as(board)
