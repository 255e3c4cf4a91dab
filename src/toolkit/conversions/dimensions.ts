import { angle, area, length, typography, volume } from './dimensions/space.ts';
import { density, force, mass, pressure, torque } from './dimensions/matter.ts';
import {
  electricCharge,
  energy,
  illuminance,
  power,
  radiationDose,
  radioactivity,
  temperature,
} from './dimensions/energy.ts';
import { acceleration, duration, flow, frequency, fuelEconomy, speed } from './dimensions/motion.ts';
import { data, dataRate } from './dimensions/data.ts';
import type { UnitDimension } from './unit.ts';

/** All dimensions by their names in URLs, in the order of the catalog. */
export const unitDimensions: Readonly<Record<string, UnitDimension>> = {
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
