import { boat, bunting, cloud, hall, ripples, standing, tree } from './figures.ts'
import { at, circle, type Drawing, ink, path, rect } from './ink.ts'

/** The picture of the home page: a community hall by the harbour on a screening morning. */
export const harbour: Drawing = {
  name: 'harbour-hall',
  width: 1600,
  height: 1000,
  body: [
    rect(0, 0, 1600, 1000, ink.sky),
    circle(1240, 210, 92, ink.light),
    at(330, 160, 1.2, cloud()),
    at(880, 110, 0.9, cloud()),
    path('M0 470 Q260 330 560 430 T1080 400 T1600 440 V640 H0 Z', ink.shallow),
    path('M0 520 Q340 430 720 500 T1600 480 V640 H0 Z', ink.leafLight),
    at(140, 560, 1, tree(210)),
    at(250, 570, 1, tree(160)),
    at(1010, 560, 1, tree(180)),
    at(620, 580, 1.15, hall()),
    bunting(360, 330, 620, 250),
    bunting(620, 250, 880, 330),
    rect(0, 578, 1140, 92, ink.stone),
    rect(0, 660, 1140, 26, ink.wood),
    path('M1140 578 H1600 V1000 H0 V686 H1140 Z', ink.sea),
    path('M0 800 Q400 760 800 800 T1600 790 V1000 H0 Z', ink.deepSea),
    ripples(1600, 745, 2, ink.shallow),
    ripples(1600, 870, 3, ink.sea),
    at(1370, 690, 1.15, boat()),
    at(300, 880, 0.95, boat(ink.navySoft, ink.light)),
    at(470, 660, 0.62, standing(0, 0, ink.deepSea)),
    at(545, 656, 0.62, standing(2, 2, ink.leaf)),
    at(740, 660, 0.62, standing(1, 3, ink.navySoft, ink.deepSea)),
    at(815, 656, 0.62, standing(3, 1, ink.shallow)),
    at(965, 662, 0.62, standing(4, 3, ink.light)),
  ].join(''),
}
