/// What systems make of the momentum of a trackpad.
extension Engines {
  static let trackpads: [Engine] = [
    Engine(
      "macos-trackpad", "macOS trackpad, momentum after the fingers lift",
      source: "wheel events of Firefox and Chromium on Macs, 92 momenta",
      notes:
        "Measured, not published. In CSS px of the events; each asks for whole px. The rate of the first "
        + "frames is larger where the momentum begins above 8000 px/s.",
      glide: .momentum(
        rate: TrackpadMomentum.macOS.rate, referenceSpeed: TrackpadMomentum.macOS.referenceSpeed,
        exponent: TrackpadMomentum.macOS.exponent))
  ]
}
