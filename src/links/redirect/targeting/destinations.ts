import { findLanguage } from './language.ts';
import { msg, t, type Message } from '../../../kernel/translation/translate.ts';
import type { Open } from './decision.ts';
import type { Visit } from './guards.ts';
import type { Link } from '../link.ts';
import { mainVariant, placeKey, type Targets } from './targets.ts';
import type { Follower } from '../visitor/visitor.ts';

/** The destination of a visitor. */
export interface Destination {
  to: string;
  /** The selected variant. */
  variant?: string;
  /** The store of the app that the URL opens. */
  store?: Pick<Open, 'store' | 'isAutomatic'>;
}

/** Determines the destination for some visitors. */
interface TargetKind {
  name: string;
  title: Message;
  match: (targets: Targets, link: Link, visit: Visit) => Destination | undefined;
  /** For the dry run: explains why it did not match. */
  closed: (targets: Targets | null, visit: Visit) => string;
}

const place: TargetKind = {
  name: 'country',
  title: msg('Country'),
  match: ({ places }, _link, { visitor: { country, region, regionCode } }) => {
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
        ? t('The country is unknown')
        : t('No destination for {name}', { name: visitor.country })
      : t('No country rules'),
};

const device: TargetKind = {
  name: 'device',
  title: msg('Device'),
  match: ({ devices, stores }, _link, { visitor }) => {
    const name = devices && visitor.devices.find((each) => devices.has(each));
    const to = name === undefined ? undefined : devices?.get(name);
    const store = storeFor(visitor, stores);
    if (to === undefined) return store === undefined ? undefined : { to: store };
    if (store === undefined || /^https?:/i.test(to)) return { to };
    return { to, store: { store, isAutomatic: stores?.isAutomatic ?? false } };
  },
  closed: (targets, { visitor }) =>
    targets?.devices || targets?.stores
      ? t('No destination for {name}', { name: visitor.devices.join(', ') || t('this device') })
      : t('No device rules'),
};

function storeFor({ system }: Follower, stores: Targets['stores']): string | undefined {
  if (system === 'iOS') return stores?.apple;
  return system === 'Android' ? stores?.google : undefined;
}

const language: TargetKind = {
  name: 'language',
  title: msg('Language'),
  match: ({ languages }, _link, { visitor }) => {
    const to = languages && findLanguage(languages, visitor.languages);
    return to === undefined ? undefined : { to };
  },
  closed: (targets, { visitor }) =>
    targets?.languages
      ? t('No destination for {name}', { name: visitor.languages.join(', ') || t('no language') })
      : t('No language rules'),
};

const variant: TargetKind = {
  name: 'variant',
  title: msg('Variants'),
  match: ({ variants }, link, { draw }) => {
    if (!variants) return undefined;
    const share = variants.find(({ upTo }) => draw < upTo);
    return share ? { to: share.to, variant: share.name } : { to: link.to, variant: mainVariant };
  },
  closed: () => t('No variants'),
};

/** In order of evaluation. */
export const targetKinds: readonly TargetKind[] = [place, device, language, variant];
