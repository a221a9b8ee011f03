/** German descriptions of the parameters: short, in the words of a classroom. */
import type { Descriptions } from './Descriptions.js'

export const descriptions: Descriptions = {
  language: 'de',
  cloth: {
    solver:
      'Wie Federn gelöst werden: nachgiebige Bindungen mit kleinen Schritten, schlichte Projektion oder Kräfte.',
    timeStep:
      'Simulierte Zeit je Schritt. Bilder beliebiger Länge werden in solche Schritte zerlegt.',
    substeps:
      'Rechenschritte je Zeitschritt. Mehr sind steifer, stabiler und langsamer; 4 genügen für die meisten Stoffe des Lösers xpbd.',
    iterations: 'Durchgänge über alle Federn je Teilschritt. Mehr sind steifer und langsamer.',
    sleep:
      'Ein Tuch, das zur Ruhe gekommen ist, wird nicht weiter berechnet, bis sich etwas ändert.',
    size: 'Breite und Höhe des Tuchs.',
    segments: 'Zellen des Gitters in Breite und Höhe; Teilchen gibt es je Richtung eines mehr.',
    orientation: 'Hängt in der xy-Ebene oder liegt in der xz-Ebene.',
    spacing:
      'Abstand der Teilchen: Größe / Unterteilung oder Größe / Teilchen wie in der CS184-Aufgabe, deren Tuch eine Zelle kürzer ist.',
    jitter:
      'Größter zufälliger Versatz aus der Ebene zu Beginn. Ein völlig ebenes Tuch kann nicht knicken.',
    seed: 'Startwert für alles Zufällige (Versatz, Turbulenz). Gleicher Startwert, gleicher Ablauf.',
    density: 'Masse je Fläche. Baumwolle hat etwa 0,15 bis 0,3.',
    thickness:
      'Die Selbstkollision hält Teilchen zwei Dicken voneinander entfernt, oder wie in Ruhe, wenn das weniger ist.',
    ks: 'Steifigkeit der Federn beim Masse-Feder-Löser.',
    stiffness: 'Anteil der Abweichung einer Feder, den ein Durchgang behebt.',
    stretchCompliance: 'Wie weit die Strukturbindungen nachgeben: 0 dehnt sich nicht.',
    shearCompliance: 'Wie weit die Scherbindungen nachgeben; Gewebe lässt sich leicht scheren.',
    bendCompliance: 'Wie weit die Biegebindungen nachgeben: klein bei Papier, groß bei Seide.',
    bendModel:
      'Was sich der Biegung widersetzt: Abstände von Teilchen (schnell) oder Winkel zwischen Dreiecken, die Falten bewahren und auf jedem Gitter gleich sind.',
    bendStiffness:
      'Biegemoment je Breite und Krümmung, beim Biegen nach Winkeln: 3e-6 bei Seide, 2,5e-4 bei Papier.',
    tethers:
      'Bindet jedes Teilchen an die Befestigungen, damit sich das Tuch unter seinem Gewicht nicht dehnt.',
    tetherSlack:
      'Um wie viel die Haltefäden länger sind als das Tuch, über seine Dehnung durch das eigene Gewicht hinaus.',
    structural: 'Federn zum nächsten Teilchen in Zeile und Spalte.',
    shear: 'Federn über die Diagonalen der Zellen.',
    bend: 'Federn zum übernächsten Teilchen in Zeile und Spalte.',
    bendRatio: 'Steifigkeit der Biegefedern als Anteil der anderen.',
    limitStrain: 'Kürzt überdehnte Federn nach jedem Teilschritt (Provot 1995).',
    strainLimit: 'Größte Dehnung, die übrig bleibt, als Anteil der Ruhelänge.',
    tear: 'Überdehnte Federn öffnen sich, sodass das Tuch reißen kann; die Dehnungsgrenze gibt dafür nach, und Haltefäden sind aus.',
    tearStrain: 'Dehnung, bei der ein Tuch reißt, das reißen kann, als Anteil der Ruhelänge.',
    tearReserve: 'Wie viele Teilchen durch Risse hinzukommen dürfen, als Anteil der vorhandenen.',
    gravity: 'Beschleunigung jedes Teilchens.',
    damping: 'Die Geschwindigkeit klingt mit exp(−Dämpfung · t) ab, bei jedem Zeitschritt gleich.',
    stepDamping:
      'Anteil der Geschwindigkeit, der je Teilschritt verloren geht: im Unterricht üblich, aber vom Zeitschritt abhängig.',
    grabStrength:
      'Größte Kraft einer Hand am Tuch; 100 N tragen 10 kg. Was mehr braucht, entgleitet ihr.',
    wind: 'Mittlere Geschwindigkeit der Luft.',
    turbulence:
      'Turbulenzgrad: Standardabweichung der Luftgeschwindigkeit als Anteil der Windgeschwindigkeit.',
    turbulenceScale: 'Größe der Wirbel: das Längenmaß der Turbulenz entlang des Windes.',
    gusts: 'Wie stark der Wind an- und abschwillt, als Anteil seiner mittleren Geschwindigkeit.',
    gustPeriod: 'Zeit von Böe zu Böe.',
    airDensity: 'Dichte der Luft um das Tuch; 0 ist ein Vakuum.',
    drag: 'Widerstandsbeiwert eines Dreiecks quer zum Wind; etwa 1,2 bei einer ebenen Platte.',
    lift: 'Auftriebsbeiwert: das Doppelte des Auftriebs eines Dreiecks bei 45° zum Wind, wo er am größten ist.',
    selfCollision:
      'Hält die Lagen des Tuchs auseinander: seine Teilchen, oder auch seine Dreiecke, durch die keine Lage dringt, so dünn sie ist, zu etwa zehnfachen Kosten.',
    selfFriction: 'Coulomb-Reibung von Tuch auf Tuch; Baumwolle auf Baumwolle etwa 0,3 bis 0,6.',
    hashCell:
      'Wie der Hash des Masse-Feder-Lösers auf Zellen rundet. Abschneiden wie in CS184 macht die Zellen bei 0 doppelt so breit.',
    colliderOffset:
      'Abstand der Teilchen zu Körpern, damit auch die Flächen zwischen ihnen draußen bleiben.',
    colliderContact:
      'Nur Teilchen stoßen auf Körper, oder ganze Dreiecke: dann kommt nichts Kleines und keine Kante zwischen Teilchen hindurch. Das kostet mehr.',
  },
}
