import FeatureFlags
import InMemoryStore
import Locking

/// A store with one planted fault, which the contract suite must find.
struct FaultyStore: Ports.Store {
  enum Fault: String, CaseIterable, Sendable {
    case none
    case missingIsAnError, missingIsEmpty, removingMissingFails, settingMissingAsideFails
    case losesEveryThirdWrite, keepsLongerTail, writesToInstanceOnly
    case dropsZeroBytes, stopsAtNewline, emptyIsMissing, cutsLargeBlobs, setsHighBitOff
    case cutsLongNames, dotsAndDashesAreOne, refusesDots
    case keepsRemoved, removesOthersToo
    case asideStays, asideLosesBlob, asideKeepsAll, asideKeepsFirst, asideMovesOthers
    case torn, mixed, goneWhileWritten, oneFileForAll
  }

  /// What two instances share, as two processes share a disk.
  final class Disk: Sendable {
    let blobs = Locked<[String: [UInt8]]>([:])
    let writes = Locked(0)
    let reads = Locked(0)

    /// How many blobs it holds.
    var count: Int { blobs.withLock { $0.count } }
  }

  let fault: Fault
  let disk: Disk
  /// What the instance alone knows: all there was when it was opened.
  private let own: Locked<[String: [UInt8]]>

  init(_ fault: Fault, disk: Disk) {
    self.fault = fault
    self.disk = disk
    own = Locked(disk.blobs.withLock { $0 })
  }

  private func key(_ name: String) -> String {
    switch fault {
    case .cutsLongNames: String(name.prefix(63))
    case .dotsAndDashesAreOne: String(name.map { $0 == "." ? "-" : $0 })
    default: name
    }
  }

  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    if fault == .refusesDots, name.contains(".") { throw StoreError("bad name") }
    let blobs = fault == .writesToInstanceOnly ? own : disk.blobs
    defer { disk.reads.withLock { $0 += 1 } }
    guard let bytes = blobs.withLock({ $0[key(name)] }) else {
      if fault == .missingIsAnError { throw StoreError("no such blob") }
      return fault == .missingIsEmpty ? [] : nil
    }
    if fault == .emptyIsMissing, bytes.isEmpty { return nil }
    if fault == .stopsAtNewline { return Array(bytes.prefix { $0 != 10 }) }
    return bytes
  }

  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    if fault == .refusesDots, name.contains(".") { throw StoreError("bad name") }
    let number = disk.writes.withLock { count in
      count += 1
      return count
    }
    var bytes = bytes
    switch fault {
    case .losesEveryThirdWrite where number % 3 == 0: return
    case .dropsZeroBytes: bytes.removeAll { $0 == 0 }
    case .setsHighBitOff: bytes = bytes.map { $0 & 0x7f }
    case .cutsLargeBlobs: bytes = Array(bytes.prefix(500_000))
    case .keepsLongerTail:
      let old = disk.blobs.withLock { $0[key(name)] } ?? []
      bytes += old.dropFirst(bytes.count)
    case .writesToInstanceOnly:
      own.withLock { $0[key(name)] = bytes }
      return
    case .oneFileForAll:
      // Reads all, changes one, writes all: what another instance wrote meanwhile is lost.
      let all = own.withLock { blobs in
        blobs[key(name)] = bytes
        return blobs
      }
      disk.blobs.withLock { $0 = all }
      return
    case .torn, .mixed, .goneWhileWritten: writeInSteps(bytes, to: key(name))
    default: break
    }
    disk.blobs.withLock { $0[key(name)] = bytes }
  }

  /// Leaves the blob in a state in between for a moment in which readers can come.
  private func writeInSteps(_ bytes: [UInt8], to key: String) {
    let half = bytes.count / 2
    switch fault {
    case .torn: disk.blobs.withLock { $0[key] = Array(bytes.prefix(half)) }
    case .goneWhileWritten: disk.blobs.withLock { $0[key] = nil }
    default:
      disk.blobs.withLock { $0[key] = Array(bytes.prefix(half)) + ($0[key] ?? []).dropFirst(half) }
    }
    // Long enough for a reader on another core; where nobody reads, it gives up soon.
    let start = disk.reads.withLock { $0 }
    for _ in 0..<5_000 where disk.reads.withLock({ $0 }) < start + 2 {}
  }

  func remove(_ name: String) throws(StoreError) {
    let isMissing = disk.blobs.withLock { $0[key(name)] == nil }
    if fault == .removingMissingFails, isMissing { throw StoreError("no such blob") }
    if fault == .keepsRemoved { return }
    if fault == .removesOthersToo { return disk.blobs.withLock { $0 = [:] } }
    own.withLock { $0[key(name)] = nil }
    disk.blobs.withLock { $0[key(name)] = nil }
  }

  func setAside(_ name: String) throws(StoreError) {
    let isMissing = disk.blobs.withLock { $0[key(name)] == nil }
    if isMissing {
      if fault == .settingMissingAsideFails { throw StoreError("no such blob") }
      return
    }
    own.withLock { $0[key(name)] = nil }
    let number = disk.writes.withLock { $0 }
    disk.blobs.withLock { blobs in
      let bytes = blobs[key(name)]
      switch fault {
      case .asideStays: break
      case .asideLosesBlob: blobs[key(name)] = nil
      case .asideKeepsAll:
        blobs[key(name)] = nil
        blobs["kept.\(number)"] = bytes
      case .asideKeepsFirst:
        blobs[key(name)] = nil
        blobs[name + ".aside"] = blobs[name + ".aside"] ?? bytes
      case .asideMovesOthers: blobs = [name + ".aside": bytes ?? []]
      default:
        blobs[key(name)] = nil
        blobs[name + ".aside"] = bytes
      }
    }
  }
}
