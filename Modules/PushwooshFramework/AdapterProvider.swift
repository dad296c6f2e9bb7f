public import FeatureFlags
import Foundation
public import PushwooshWire

/// A class that makes the adapters of a program that installs none.
///
/// A module never imports an adapter, and the app imports this module alone; so the class is looked for by its name,
/// `PushwooshDefaults.DefaultAdapters`, among those that are linked. The product `PushwooshFramework` links it.
public protocol PushwooshAdapterProvider: AnyObject, Sendable {
  /// The adapters for one client of `service`; called on the thread that first needs them.
  static func adapters(for service: PushwooshService) throws -> Adapters
}

/// Makes the adapters for one client.
typealias AdapterFactory = @Sendable (PushwooshService) throws -> Adapters

enum DefaultProvider {
  /// The name of the class, which other parts of the package must not change.
  static let className = "PushwooshDefaults.DefaultAdapters"

  /// What the linked class of that name makes; nil when none is linked.
  static func factory(className: String = className) -> AdapterFactory? {
    guard let provider = NSClassFromString(className) as? any PushwooshAdapterProvider.Type else { return nil }
    return { try provider.adapters(for: $0) }
  }
}
