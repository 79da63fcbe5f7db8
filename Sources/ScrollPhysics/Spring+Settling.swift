internal import RealModule

extension Spring {
  /// The time in seconds from t = 0 from which on |y| stays below `threshold`; 0 when it never reaches it.
  ///
  /// The last crossing. A spring that rings reaches the threshold for the last time after its last turn
  /// beyond it, turn n at t_n = t_0 + n pi / w with |y_n| = |y_0| e^(-delta n pi / w): the settle time jumps
  /// by half a period where a turn just reaches the threshold. Found by bisection to rounding.
  ///
  /// - Parameter threshold: epsilon > 0 in points.
  /// - Returns: nil when the threshold is not positive or the spring does not come to rest.
  public func settleTime(threshold: Double = CriticalBounce.observedSettleThreshold) -> Double? {
    guard threshold > 0, constants.settles else { return nil }
    var start = 0.0
    var end: Double?
    if let turn = timeOfTurn {
      let height = position(at: turn).magnitude
      if height < threshold {
        // From here to there |y| has one way past the threshold, if it is beyond it at all.
        end = turn
      } else {
        start = turn
        if let halfPeriod = constants.halfPeriod {
          start += halfPeriod * turns(from: height, threshold)
          end = start + halfPeriod
        }
      }
    }
    let first = position(at: start)
    guard first.magnitude >= threshold else { return start }
    let sign: Double = first < 0 ? -1 : 1
    func isBeyond(_ time: Double) -> Bool { sign * position(at: time) >= threshold }
    var low = start
    var high: Double
    if let end {
      high = end
    } else {
      var length = 1 / constants.slowRate
      high = start + length
      while isBeyond(high) {
        guard high.isFinite else { return nil }
        low = high
        length *= 2
        high = start + length
      }
    }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return low }
      if isBeyond(middle) { low = middle } else { high = middle }
    }
  }

  /// How many further turns reach the threshold, after one of a given height.
  private func turns(from height: Double, _ threshold: Double) -> Double {
    guard let halfPeriod = constants.halfPeriod else { return 0 }
    return (Double.log(height / threshold) / (constants.decayRate * halfPeriod)).rounded(.down)
  }
}

extension CriticalBounce {
  /// Where and when it is furthest from the edge from t = 0 on, in seconds and points with sign; the start
  /// itself when it only falls back from there.
  public var furthestAhead: (time: Double, position: Double) {
    guard let time = timeOfFurthest, time > 0 else { return (0, displacement) }
    let position = position(at: time)
    return position.magnitude > displacement.magnitude ? (time, position) : (0, displacement)
  }
}
