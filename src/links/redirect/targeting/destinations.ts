import type { Open } from './decision.ts';
import type { Visit } from './guards.ts';
import type { Link } from '../link.ts';
import { mainVariant, placeKey, type Targets } from './targets.ts';
import type { Follower } from '../visitor/visitor.ts';

/** Where a visitor is to go. */
export interface Destination {
  to: string;
  /** Which of several they got. */
  variant?: string;
  /** Where to get the app that the address opens. */
  store?: Pick<Open, 'store' | 'isAutomatic'>;
}

/** Knows an address for some visitors. */
interface TargetKind {
  name: string;
  title: string;
  look: (targets: Targets, link: Link, visit: Visit) => Destination | undefined;
  /** For the dry run: why it knew none. */
  closed: (targets: Targets | null, visit: Visit) => string;
}

const place: TargetKind = {
  name: 'country',
  title: 'Country',
  look: ({ places }, _link, { visitor: { country, region, regionCode } }) => {
    if (!places || country === '') return undefined;
    const to =
      (region === undefined ? undefined : places.get(placeKey(country, region))) ??
      (regionCode === undefined ? undefined : places.get(placeKey(country, regionCode.slice(3)))) ??
      places.get(country);
    return to === undefined ? undefined : { to };
  },
  closed: (targets, { visitor }) =>
    targets?.places
      ? visitor.country === ''
        ? 'The country is unknown'
        : `No destination for ${visitor.country}`
      : 'No country rules',
};

const device: TargetKind = {
  name: 'device',
  title: 'Device',
  look: ({ devices, stores }, _link, { visitor }) => {
    const name = devices && visitor.devices.find((each) => devices.has(each));
    const to = name === undefined ? undefined : devices?.get(name);
    const store = storeFor(visitor, stores);
    if (to === undefined) return store === undefined ? undefined : { to: store };
    if (store === undefined || /^https?:/i.test(to)) return { to };
    return { to, store: { store, isAutomatic: stores?.isAutomatic ?? false } };
  },
  closed: (targets, { visitor }) =>
    targets?.devices || targets?.stores
      ? `No destination for ${visitor.devices.join(', ') || 'this device'}`
      : 'No device rules',
};

function storeFor({ system }: Follower, stores: Targets['stores']): string | undefined {
  if (system === 'iOS') return stores?.apple;
  return system === 'Android' ? stores?.google : undefined;
}

const language: TargetKind = {
  name: 'language',
  title: 'Language',
  look: ({ languages }, _link, { visitor }) => {
    const liked = languages && visitor.languages.find((each) => languages.has(each));
    const to = liked === undefined ? undefined : languages?.get(liked);
    return to === undefined ? undefined : { to };
  },
  closed: (targets, { visitor }) =>
    targets?.languages
      ? `No destination for ${visitor.languages.join(', ') || 'no language'}`
      : 'No language rules',
};

const variant: TargetKind = {
  name: 'variant',
  title: 'Variants',
  look: ({ variants }, link, { draw }) => {
    if (!variants) return undefined;
    const share = variants.find(({ upTo }) => draw < upTo);
    return share ? { to: share.to, variant: share.name } : { to: link.to, variant: mainVariant };
  },
  closed: () => 'No variants',
};

/** In the order in which they are tried. */
export const targetKinds: readonly TargetKind[] = [place, device, language, variant];
