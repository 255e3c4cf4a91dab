import { length } from './dimensions/length.ts';
import { area } from './dimensions/area.ts';
import { volume } from './dimensions/volume.ts';
import { mass } from './dimensions/mass.ts';
import { temperature } from './dimensions/temperature.ts';
import { speed } from './dimensions/speed.ts';
import { pressure } from './dimensions/pressure.ts';
import { energy } from './dimensions/energy.ts';
import { power } from './dimensions/power.ts';
import { force } from './dimensions/force.ts';
import { angle } from './dimensions/angle.ts';
import { frequency } from './dimensions/frequency.ts';
import { fuelEconomy } from './dimensions/fuel-economy.ts';
import { torque } from './dimensions/torque.ts';
import { density } from './dimensions/density.ts';
import { flow } from './dimensions/flow.ts';
import { acceleration } from './dimensions/acceleration.ts';
import { electricCharge } from './dimensions/electric-charge.ts';
import { illuminance } from './dimensions/illuminance.ts';
import { radioactivity } from './dimensions/radioactivity.ts';
import { radiationDose } from './dimensions/radiation-dose.ts';
import { typography } from './dimensions/typography.ts';
import { data } from './dimensions/data.ts';
import { dataRate } from './dimensions/data-rate.ts';
import { duration } from './dimensions/duration.ts';
import type { Dimension } from './unit.ts';

/** All dimensions by their names in URLs, in the order of the catalog. */
export const dimensions: Readonly<Record<string, Dimension>> = {
  length,
  area,
  volume,
  mass,
  temperature,
  speed,
  pressure,
  energy,
  power,
  force,
  angle,
  frequency,
  'fuel-economy': fuelEconomy,
  torque,
  density,
  flow,
  acceleration,
  'electric-charge': electricCharge,
  illuminance,
  radioactivity,
  'radiation-dose': radiationDose,
  typography,
  data,
  'data-rate': dataRate,
  duration,
};
