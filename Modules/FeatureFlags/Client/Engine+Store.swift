/// The effects that change the store, on a queue of their own.
extension Engine {
  func write(_ record: StoredFlags) {
    begin(.work)
    storeQueue.run {
      var failure: StoreError?
      do throws(StoreError) {
        try self.adapters.store.write(RecordCoding.encode(record), to: BlobName.flags)
      } catch {
        failure = error
      }
      self.send(.recordWritten(receivedAt: record.receivedAt.uptime, failure))
      self.end(.work)
    }
  }

  func write(isCommunicationStopped: Bool) {
    changeStore { store throws(StoreError) in
      try store.write(JSONWriter.bytes(of: .bool(isCommunicationStopped)), to: BlobName.communicationStopped)
    }
  }

  func repair(_ repairs: [SavedState.Repair]) {
    for repair in repairs {
      changeStore { store throws(StoreError) in
        switch repair {
        case .setAside(let name): try store.setAside(name)
        case .write(let bytes, let name): try store.write(bytes, to: name)
        }
      }
    }
  }

  func changeStore(_ change: @escaping @Sendable (any Ports.Store) throws(StoreError) -> Void) {
    begin(.work)
    storeQueue.run {
      do throws(StoreError) {
        try change(self.adapters.store)
      } catch {
        self.adapters.diagnostics?(Diagnostic(.error, .storeWriteFailed, error.message))
      }
      self.end(.work)
    }
  }
}
