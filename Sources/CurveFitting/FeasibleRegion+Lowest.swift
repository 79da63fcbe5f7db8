extension FeasibleRegion {
  /// The minimum of M by the simplex search of Nelder & Mead (1965), restarted until it no longer improves, or until M
  /// rises in all directions.
  static func minimum(
    _ misfit: (SIMD2<Double>) -> Misfit, enough: Double
  ) -> (point: SIMD2<Double>, value: Double) {
    var best = Vertex(point: .zero, misfit: misfit(.zero))
    var size = 1.0
    for _ in 0..<8 {
      let before = best.value
      let end = simplex(from: best, size: size, enough: enough, misfit)
      best = end.min { $0.value < $1.value } ?? best
      // A point well inside the region is good enough as the centre of rays.
      if best.value < max(0.5, enough) || before - best.value < 1e-6 * before || isPit(end) {
        break
      }
      size = max(0.05, size / 4)
    }
    return (best.point, best.value)
  }

  private struct Vertex {
    var point: SIMD2<Double>
    var misfit: Misfit
    var value: Double { misfit.value }
  }

  /// Whether three slopes at nearly one point have 0 between them: then M rises in all directions.
  private static func isPit(_ vertices: [Vertex]) -> Bool {
    let slopes = vertices.map(\.misfit.slope)
    let turns = slopes.indices.map { index in
      let (a, b) = (slopes[index], slopes[(index + 1) % slopes.count])
      return a.x * b.y - a.y * b.x
    }
    return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
  }

  /// The vertices of the last simplex.
  private static func simplex(
    from start: Vertex, size: Double, enough: Double, _ misfit: (SIMD2<Double>) -> Misfit
  ) -> [Vertex] {
    func vertex(_ point: SIMD2<Double>) -> Vertex { Vertex(point: point, misfit: misfit(point)) }
    var vertices = [
      start, vertex(start.point + SIMD2(size, 0)), vertex(start.point + SIMD2(0, size)),
    ]
    for _ in 0..<120 {
      vertices.sort { $0.value < $1.value }
      if vertices[0].value < enough { break }
      let spread = vertices[2].point - vertices[0].point
      if (spread * spread).sum() < 1e-14,
        vertices[2].value - vertices[0].value <= 1e-10 * vertices[0].value
      {
        break
      }
      let middle = (vertices[0].point + vertices[1].point) / 2
      let reflected = vertex(2 * middle - vertices[2].point)
      if reflected.value < vertices[0].value {
        let expanded = vertex(3 * middle - 2 * vertices[2].point)
        vertices[2] = expanded.value < reflected.value ? expanded : reflected
      } else if reflected.value < vertices[1].value {
        vertices[2] = reflected
      } else {
        let outer = reflected.value < vertices[2].value ? reflected : vertices[2]
        let contracted = vertex((middle + outer.point) / 2)
        if contracted.value < outer.value {
          vertices[2] = contracted
        } else {
          for index in 1...2 {
            vertices[index] = vertex((vertices[0].point + vertices[index].point) / 2)
          }
        }
      }
    }
    return vertices
  }
}
