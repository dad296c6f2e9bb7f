/// What an earlier run left in the store, read once when a client is made (R2).
struct SavedState: Sendable {
  private(set) var record: StoredFlags?
  private(set) var deviceID: String
  private(set) var isCommunicationStopped: Bool

  /// What was found wrong on the way (S5).
  private(set) var diagnostics: [Diagnostic] = []

  /// What is to be done in the store about it, later and off the caller's thread.
  private(set) var repairs: [Repair] = []

  /// One change to the store.
  enum Repair: Sendable {
    case setAside(String)
    case write([UInt8], String)
  }

  /// Reads from `store`; nothing that goes wrong there stops a client from being made.
  init(store: any Ports.Store, configuration: FeatureFlagsClient.Configuration) {
    deviceID = configuration.deviceID ?? ""
    isCommunicationStopped = configuration.isCommunicationStoppedInitially
    record = load(BlobName.flags, from: store) { bytes throws(RecordCoding.Problem) in
      try RecordCoding.decode(bytes)
    }
    if let isStopped = load(BlobName.communicationStopped, from: store, Self.decodeSwitch) {
      isCommunicationStopped = isStopped
    }
    if configuration.deviceID == nil { deviceID = keptDeviceID(in: store) }
  }

  private static func decodeSwitch(_ bytes: [UInt8]) throws(RecordCoding.Problem) -> Bool {
    guard case .bool(let value)? = try? JSONReader.value(of: bytes) else {
      throw RecordCoding.Problem(description: "is neither true nor false")
    }
    return value
  }

  private mutating func keptDeviceID(in store: any Ports.Store) -> String {
    let failures = diagnostics.count
    let kept = load(BlobName.deviceID, from: store) { bytes throws(RecordCoding.Problem) in
      guard case .string(let id)? = try? JSONReader.value(of: bytes), DeviceID.isValid(id) else {
        throw RecordCoding.Problem(description: "is no device id")
      }
      return id
    }
    if let kept { return kept }
    let id = DeviceID.random()
    // A store that cannot be read may still hold an id, which must not be written over.
    let couldRead = diagnostics.count == failures || diagnostics.last?.code != .storeReadFailed
    if couldRead { repairs.append(.write(JSONWriter.bytes(of: .string(id)), BlobName.deviceID)) }
    return id
  }

  private mutating func load<Value>(
    _ name: String, from store: any Ports.Store, _ decode: ([UInt8]) throws(RecordCoding.Problem) -> Value
  ) -> Value? {
    let bytes: [UInt8]?
    do {
      bytes = try store.read(name)
    } catch {
      diagnostics.append(Diagnostic(.error, .storeReadFailed, error.message, values: ["name": name]))
      return nil
    }
    guard let bytes else { return nil }
    do {
      return try decode(bytes)
    } catch {
      diagnostics.append(
        Diagnostic(.error, .recordUnusable, "the stored '\(name)' \(error.description)", values: ["name": name]))
      repairs.append(.setAside(name))
      return nil
    }
  }
}
