import Foundation
import Locking
import PrivateFiles

/// A disk in memory that loses power: what was not synchronized may be there afterwards, or not, or in part.
///
/// As POSIX allows and file systems do: of the changes to the names in a directory that was not synchronized any selection
/// may be on disk, each of them whole; of the bytes of a file that was not synchronized none, some, all, or as many zeros.
final class PowerLossDisk: FileOperations {
  /// What a disk, or a store that forgets to ask for it, does not do.
  enum Omission: Sendable { case fileSynchronization, directorySynchronization }

  private enum Change: Hashable {
    case set(String, to: Int)
    case rename(String, to: String)
    case remove(String)
  }

  private struct Node {
    var isDirectory = false
    var bytes: [UInt8] = []
    var bytesOnDisk: [UInt8] = []
    var entries: [String: Int] = [:]
    var entriesOnDisk: [String: Int] = [:]
    /// Changes of the entries that are not on disk yet.
    var changes: [Change] = []
  }

  private struct State {
    /// The root is the first.
    var nodes = [Node(isDirectory: true)]
    var open: [Descriptor: (node: Int, offset: Int)] = [:]
    var lockedNodes: [Int: Descriptor] = [:]
    var lastDescriptor: Descriptor = 0
    var steps = 0
    var stepsUntilLoss = Int.max
  }

  private let state: Locked<State>
  private let omission: Omission?

  /// An empty disk.
  init(omitting omission: Omission? = nil) {
    state = Locked(State())
    self.omission = omission
  }

  private init(_ state: State, omitting omission: Omission?) {
    self.state = Locked(state)
    self.omission = omission
  }

  /// How many steps it has done.
  var steps: Int { state.withLock { $0.steps } }

  /// The power goes after so many more steps: all later ones fail.
  func losePower(afterSteps count: Int) {
    state.withLock { $0.stepsUntilLoss = $0.steps + count }
  }

  /// Every disk that may be found when the power is back.
  func outcomes() -> [PowerLossDisk] {
    let lost = state.withLock { $0 }
    var nodeLists: [[Node]] = [[]]
    for node in lost.nodes {
      let variants = node.isDirectory ? Self.directories(from: node) : Self.files(from: node)
      nodeLists = nodeLists.flatMap { list in variants.map { list + [$0] } }
    }
    return nodeLists.map { PowerLossDisk(State(nodes: $0), omitting: omission) }
  }

  private static func files(from node: Node) -> [Node] {
    let (new, old) = (node.bytes, node.bytesOnDisk)
    guard new != old else { return [node] }
    let contents: Set = [old, [], Array(new[..<(new.count / 2)]), [UInt8](repeating: 0, count: new.count), new]
    return contents.map { Node(bytes: $0, bytesOnDisk: $0) }
  }

  private static func directories(from node: Node) -> [Node] {
    let selections = (0..<(1 << node.changes.count)).map { bits in
      node.changes.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
    }
    return Set(selections.map { apply($0, to: node.entriesOnDisk, all: node) }).map {
      Node(isDirectory: true, entries: $0, entriesOnDisk: $0)
    }
  }

  private static func apply(_ changes: [Change], to entries: [String: Int], all node: Node) -> [String: Int] {
    var entries = entries
    for change in changes {
      switch change {
      case .set(let name, let number): entries[name] = number
      case .remove(let name): entries[name] = nil
      case .rename(let old, let new):
        // The new name may be on disk though the creation under the old one never was.
        let created = node.changes.compactMap { if case .set(old, let number) = $0 { number } else { nil } }.last
        entries[new] = entries.removeValue(forKey: old) ?? created ?? entries[new]
      }
    }
    return entries
  }

  // MARK: FileOperations

  var userID: UInt32 { 1000 }
  var pauseLength: Duration { .milliseconds(1) }
  func pause() {}

  /// Does one step, unless the power is off.
  private func step<Value>(
    _ type: Value.Type, _ body: (inout State) -> Result<Value, FileError>
  ) throws(FileError) -> Value {
    let result = state.withLock { state -> Result<Value, FileError> in
      guard state.steps < state.stepsUntilLoss else { return .failure(FileError("the power is off")) }
      state.steps += 1
      return body(&state)
    }
    return try result.get()
  }

  private static func missing(_ name: String) -> FileError { FileError(name, code: ENOENT) }

  private static func node(at path: String, in state: State) -> Int? {
    var number = 0
    for part in path.split(separator: "/") {
      guard let next = state.nodes[number].entries[String(part)] else { return nil }
      number = next
    }
    return number
  }

  private static func open(_ node: Int, in state: inout State) -> Descriptor {
    state.lastDescriptor += 1
    state.open[state.lastDescriptor] = (node, 0)
    return state.lastDescriptor
  }

  private static func entry(_ name: String, _ directory: Descriptor, in state: State) -> Int? {
    state.open[directory].flatMap { state.nodes[$0.node].entries[name] }
  }

  /// Makes a node under `name`, in memory only.
  private static func make(_ name: String, in directory: Int, isDirectory: Bool, _ state: inout State) -> Int {
    state.nodes.append(Node(isDirectory: isDirectory))
    change(.set(name, to: state.nodes.count - 1), in: directory, &state)
    return state.nodes.count - 1
  }

  private static func change(_ change: Change, in directory: Int, _ state: inout State) {
    state.nodes[directory].entries = apply([change], to: state.nodes[directory].entries, all: Node())
    state.nodes[directory].changes.append(change)
  }

  func openDirectory(_ path: String) throws(FileError) -> Descriptor {
    try step(Descriptor.self) { state in
      guard let node = Self.node(at: path, in: state) else { return .failure(Self.missing("open directory")) }
      return .success(Self.open(node, in: &state))
    }
  }

  func makeDirectory(_ path: String) throws(FileError) {
    try step(Void.self) { state in
      let name = String(path.split(separator: "/").last ?? "")
      guard let parent = Self.node(at: PrivateDirectory.parent(of: path), in: state) else {
        return .failure(Self.missing("mkdir"))
      }
      guard state.nodes[parent].entries[name] == nil else { return .failure(FileError("mkdir", code: EEXIST)) }
      _ = Self.make(name, in: parent, isDirectory: true, &state)
      return .success(())
    }
  }

  func openForReading(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try step(Descriptor.self) { state in
      guard let node = Self.entry(name, directory, in: state) else { return .failure(Self.missing("open")) }
      return .success(Self.open(node, in: &state))
    }
  }

  func create(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try step(Descriptor.self) { state in
      guard let parent = state.open[directory]?.node else { return .failure(Self.missing("create")) }
      guard state.nodes[parent].entries[name] == nil else { return .failure(FileError("create", code: EEXIST)) }
      return .success(Self.open(Self.make(name, in: parent, isDirectory: false, &state), in: &state))
    }
  }

  func openLock(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try step(Descriptor.self) { state in
      guard let parent = state.open[directory]?.node else { return .failure(Self.missing("open lock")) }
      let node = state.nodes[parent].entries[name] ?? Self.make(name, in: parent, isDirectory: false, &state)
      return .success(Self.open(node, in: &state))
    }
  }

  private func status(_ node: Int, in state: State) -> FileStatus {
    FileStatus(
      kind: state.nodes[node].isDirectory ? .directory : .regular, owner: userID,
      permissions: state.nodes[node].isDirectory ? 0o700 : 0o600, size: state.nodes[node].bytes.count,
      identity: .init(device: 1, number: UInt64(node)))
  }

  func status(of descriptor: Descriptor) throws(FileError) -> FileStatus {
    try step(FileStatus.self) { state in
      guard let node = state.open[descriptor]?.node else { return .failure(Self.missing("stat")) }
      return .success(status(node, in: state))
    }
  }

  func status(of name: String, in directory: Descriptor) throws(FileError) -> FileStatus {
    try step(FileStatus.self) { state in
      guard let node = Self.entry(name, directory, in: state) else { return .failure(Self.missing("stat")) }
      return .success(status(node, in: state))
    }
  }

  func read(_ descriptor: Descriptor, upTo count: Int) throws(FileError) -> [UInt8] {
    try step([UInt8].self) { state in
      guard let (node, offset) = state.open[descriptor] else { return .failure(Self.missing("read")) }
      let bytes = Array(state.nodes[node].bytes.dropFirst(offset).prefix(count))
      state.open[descriptor]?.offset += bytes.count
      return .success(bytes)
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, to descriptor: Descriptor) throws(FileError) -> Int {
    try step(Int.self) { state in
      guard let node = state.open[descriptor]?.node else { return .failure(Self.missing("write")) }
      let part = bytes.prefix(max(1, (bytes.count + 1) / 2))
      state.nodes[node].bytes += part
      return .success(part.count)
    }
  }

  func synchronize(_ descriptor: Descriptor) throws(FileError) {
    try step(Void.self) { state in
      guard let node = state.open[descriptor]?.node else { return .failure(Self.missing("fsync")) }
      if state.nodes[node].isDirectory {
        guard omission != .directorySynchronization else { return .success(()) }
        state.nodes[node].entriesOnDisk = state.nodes[node].entries
        state.nodes[node].changes = []
      } else if omission != .fileSynchronization {
        state.nodes[node].bytesOnDisk = state.nodes[node].bytes
      }
      return .success(())
    }
  }

  func tryLock(_ descriptor: Descriptor) throws(FileError) -> Bool {
    try step(Bool.self) { state in
      guard let node = state.open[descriptor]?.node else { return .failure(Self.missing("flock")) }
      guard state.lockedNodes[node] == nil else { return .success(false) }
      state.lockedNodes[node] = descriptor
      return .success(true)
    }
  }

  func unlock(_ descriptor: Descriptor) {
    state.withLock { state in
      for (node, holder) in state.lockedNodes where holder == descriptor { state.lockedNodes[node] = nil }
    }
  }

  func rename(_ old: String, to new: String, in directory: Descriptor) throws(FileError) {
    try step(Void.self) { state in
      guard let parent = state.open[directory]?.node, state.nodes[parent].entries[old] != nil else {
        return .failure(Self.missing("rename"))
      }
      Self.change(.rename(old, to: new), in: parent, &state)
      return .success(())
    }
  }

  func remove(_ name: String, in directory: Descriptor) throws(FileError) {
    try step(Void.self) { state in
      guard let parent = state.open[directory]?.node, state.nodes[parent].entries[name] != nil else {
        return .failure(Self.missing("unlink"))
      }
      Self.change(.remove(name), in: parent, &state)
      return .success(())
    }
  }

  func names(in directory: Descriptor) throws(FileError) -> [String] {
    try step([String].self) { state in
      guard let node = state.open[directory]?.node else { return .failure(Self.missing("list")) }
      return .success(Array(state.nodes[node].entries.keys))
    }
  }

  func close(_ descriptor: Descriptor) {
    unlock(descriptor)
    state.withLock { $0.open[descriptor] = nil }
  }
}
