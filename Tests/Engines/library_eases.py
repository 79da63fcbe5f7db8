"""The eases of libraries, as their sources have them: shares of the way at shares of the time."""
import numpy as np, sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from engine_laws import bezier
pi = np.pi

def bounce_out(t):
    t = np.asarray(t, float)
    n, d = 7.5625, 2.75
    return np.select([t < 1/d, t < 2/d, t < 2.5/d], [n*t*t, n*(t-1.5/d)**2+.75, n*(t-2.25/d)**2+.9375], n*(t-2.625/d)**2+.984375)

def inout(f_in):
    return lambda t: np.where(t < .5, f_in(np.minimum(2*t, 1))/2, 1 - f_in(np.clip(2-2*t, 0, 1))/2)
def out(f_in):
    return lambda t: 1 - f_in(1-t)
IN = {"Quad": lambda t: t**2, "Cubic": lambda t: t**3, "Quart": lambda t: t**4, "Quint": lambda t: t**5,
      "Expo": lambda t: t**6,  # jQuery UI: Expo is the sixth power
      "Sine": lambda t: 1-np.cos(t*pi/2), "Circ": lambda t: 1-np.sqrt(np.maximum(0, 1-t*t)),
      "Elastic": lambda t: np.where((t == 0) | (t == 1), t, -2**(8*(t-1))*np.sin(((t-1)*80-7.5)*pi/15)),
      "Back": lambda t: t*t*(3*t-2), "Bounce": lambda t: 1-bounce_out(1-t)}
EASES = {"linear": lambda t: t, "swing": lambda t: .5-np.cos(t*pi)/2}
def jq_bounce_in(p):
    p = np.asarray(p, float)
    r = np.zeros_like(p)
    done = np.zeros(p.shape, bool)
    for b in (4, 3, 2, 1):
        pow2 = 2.0**(b-1)
        hit = (~done) & (p >= (pow2-1)/11)
        # jQuery UI: bounce-- from 4 until p >= (2^bounce - 1) / 11
        r[hit] = (1/4**(3-(b-1)) - 7.5625*((pow2*3-2)/22-p[hit])**2)
        done |= hit
    return r
IN["Bounce"] = jq_bounce_in
for k, f in IN.items():
    EASES["easeIn"+k] = f; EASES["easeOut"+k] = out(f); EASES["easeInOut"+k] = inout(f)
EASES["easeOutBounce"] = bounce_out
EASES["easeOut4"] = lambda t: 1-(1-t)**4
EASES["moo-expo-out"] = out(lambda p: 2**(8*(p-1)))
EASES["moo-back-out"] = out(lambda p: p**2*((1.618+1)*p-1.618))
EASES["moo-elastic-out"] = out(lambda p: 2**(10*(p-1))*np.cos(20*(p-1)*pi/3))
def d3_elastic(t, a=1, p=.45):
    s = p/4
    return 1 + a*2**(-10*t)*np.sin((t-s)*2*pi/p)
EASES["d3-elastic"] = d3_elastic
EASES["d3-exp-out"] = out(lambda t: 2**(10*(t-1)))
EASES["iscroll-elastic"] = lambda t: np.where((t == 0) | (t == 1), t, .4*2**(-10*t)*np.sin((t-.22/4)*2*pi/.22)+1)
def isback(t):
    k = t-1
    return k*k*(5*k+4)+1
EASES["iscroll-back"] = isback
EASES["steps12"] = lambda t: np.floor(t*12)/12
EASES["penner-expo-out"] = lambda t: np.where(t >= 1, 1, 1-2**(-10*t))
def get(name):
    if name.startswith("bezier("):
        p = [float(v) for v in name[7:-1].split(",")]
        return lambda t: bezier(np.asarray(t, float), *p)
    if name.startswith("textual:"):
        from textual._easing import EASING
        f = EASING[name[8:]]
        return np.vectorize(lambda u: float(f(float(u))))
    if name.startswith("qt:"):
        from PySide6.QtCore import QEasingCurve
        c = QEasingCurve(getattr(QEasingCurve.Type, name[3:]))
        return np.vectorize(lambda u: c.valueForProgress(float(u)))
    if name.startswith("kivy:"):
        os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1")
        from kivy.animation import AnimationTransition
        f = getattr(AnimationTransition, name[5:])
        return np.vectorize(lambda u: float(f(float(u))))
    return EASES[name]
