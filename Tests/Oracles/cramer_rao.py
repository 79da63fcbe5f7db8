"""Makes cramer_rao.csv: the smallest standard deviations any unbiased estimator can reach on one bounce.

Run: python3 cramer_rao.py        No seed.

Full Fisher information of y = C (t + phi) e^(-delta (t + phi)) + noise of known standard deviation sigma, C, delta and
phi free, t_n = n / rate for n = 0..N-1; 50 digits (mpmath). Rounding to a quantum q counts as sigma^2 = q^2 / 12, which
is a convention: rounding error is bounded and not gaussian, so estimators outside least squares may beat it.
"""

import mpmath as mp

from common import write_csv

mp.mp.dps = 50


def limits(C, delta, phi, rate, count, sigma):
    information = mp.zeros(3)
    for n in range(count):
        tau = mp.mpf(n) / rate + phi
        e = mp.exp(-delta * tau)
        row = mp.matrix([tau * e, -C * tau**2 * e, C * e * (1 - delta * tau)])
        information += row * row.T
    covariance = information ** -1 * sigma**2
    sd = [mp.sqrt(covariance[i, i]) for i in range(3)]
    return sd + [covariance[0, 1] / sd[0] / sd[1], covariance[0, 2] / sd[0] / sd[2], covariance[1, 2] / sd[1] / sd[2]]


def main():
    third, half = mp.mpf(1) / 3, mp.mpf(1) / 2
    sigmas = [("1/3 pt rounding", third / mp.sqrt(12)), ("1/2 pt rounding", half / mp.sqrt(12)),
              ("0.3 pt noise and 1/3 pt rounding", mp.sqrt(mp.mpf("0.09") + third**2 / 12)), ("unit", mp.mpf(1))]
    rows = []
    for C in (1000, 2000):
        for delta in ("10.9", "10.926"):
            for rate in (60, 120):
                for phi_text, phi in (("0", mp.mpf(0)), ("1/120", mp.mpf(1) / 120), ("1/60", mp.mpf(1) / 60), ("0.05", mp.mpf("0.05"))):
                    for count in (30, 45, 60, 90, 120):
                        for name, sigma in sigmas:
                            if name == "unit" and (C != 1000 or delta != "10.9"):
                                continue
                            values = limits(mp.mpf(C), mp.mpf(delta), phi, rate, count, sigma)
                            rows.append([C, delta, phi_text, rate, count, name] + [mp.nstr(v, 20) for v in [sigma] + values])
    write_csv("cramer_rao.csv", "cramer_rao.py (mpmath 1.3.0, 50 digits)", "none",
              ["C pt/s, delta 1/s, phi s; sd_*: the limits; corr_*: correlations of the limit covariance"],
              ["C", "delta", "phi", "rate_hz", "samples", "noise", "sigma", "sd_C", "sd_delta", "sd_phi", "corr_C_delta",
               "corr_C_phi", "corr_delta_phi"], rows)


main()
