import { toLine } from '../../../kernel/text.ts';
import type { Agent } from './user-agent.ts';

/** Device names for targeting. */
export const deviceNames = [
  'iphone', 'ipad', 'ios', 'android', 'windows', 'mac os', 'linux', 'chrome os', 'mobile', 'tablet', 'desktop',
] as const; // prettier-ignore
export type DeviceName = (typeof deviceNames)[number];

/** Alternative spellings. */
const otherNames: Readonly<Record<string, DeviceName>> = {
  macos: 'mac os',
  mac: 'mac os',
  'mac os x': 'mac os',
  macintosh: 'mac os',
  osx: 'mac os',
  'os x': 'mac os',
  chromeos: 'chrome os',
  phone: 'mobile',
  smartphone: 'mobile',
  computer: 'desktop',
};

/** Parses a device name, ignoring case. Returns undefined for other text. */
export function parseDeviceName(text: string): DeviceName | undefined {
  const name = toLine(text).toLowerCase();
  return deviceNames.find((each) => each === name) ?? otherNames[name];
}

const systems: Readonly<Record<string, DeviceName>> = {
  iOS: 'ios',
  Android: 'android',
  Windows: 'windows',
  macOS: 'mac os',
  Linux: 'linux',
  'Chrome OS': 'chrome os',
};

/** Returns the device names that match a visitor, most specific first. */
export function deviceNamesOf({ system, device }: Pick<Agent, 'system' | 'device'>): readonly DeviceName[] {
  const kind = device === 'mobile' || device === 'tablet' || device === 'desktop' ? device : undefined;
  const model = system === 'iOS' ? (device === 'tablet' ? 'ipad' : 'iphone') : undefined;
  const names: (DeviceName | undefined)[] = [model, systems[system], kind];
  return names.filter((name) => name !== undefined);
}
