import Foundation
import PushwooshFramework

/// What the samples of the documentation do with flags, as an app would write it for iOS.
final class Checkout: PWFeatureFlagsUpdateListener {
  private let flags = Pushwoosh.configure.featureFlags

  init() {
    flags.addUpdateListener(self)
  }

  deinit {
    flags.removeUpdateListener(self)
  }

  func featureFlagsDidUpdate() {
    print("listener: main thread \(Thread.isMainThread), enabled \(flags.isEnabled("new_checkout", default: false))")
  }

  func show() {
    guard let checkout = Pushwoosh.configure.featureFlags.get("new_checkout"), checkout.isEnabled else {
      print("checkout: old")
      return
    }
    let color = checkout.string(forProperty: "button_color", default: "blue") ?? "blue"
    let maxItems = Int(checkout.number(forProperty: "max_items", default: 3))
    let express = checkout.bool(forProperty: "express", default: false)
    let rows = checkout.jsonObject(forProperty: "layout")?["rows"] as? [Int] ?? []
    let sizes = checkout.jsonArray(forProperty: "sizes") as? [String] ?? []
    print("checkout: \(checkout.ruleId), \(color), \(maxItems) items, express \(express), \(rows), \(sizes)")
    PushwooshConfig.featureFlags.logImpression("new_checkout")
  }
}
