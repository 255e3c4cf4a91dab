import { type Message, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { RedirectLink } from '../get-links.ts';
import type { Visitor } from '../visitor.ts';
import type { Decision, Open } from './decide.ts';
import { findLanguage } from './language.ts';
import { mainVariant, placeKey, type Targets } from './targets.ts';

/** A visit of a link. */
export interface Visit {
  visitor: Visitor;
  /** Unix time in milliseconds. */
  now: number;
  /** Whether the password was entered. */
  isUnlocked: boolean;
  /** The query string of the short URL, without `?`. */
  query: string;
  /** From 0 to 99: selects the variant. */
  draw: number;
}

/** Lets a visitor of a link pass, or returns another outcome. */
interface Guard {
  name: string;
  title: Message;
  match: (link: RedirectLink, visit: Visit) => Decision | undefined;
  /** For the dry run: explains why it did not apply. */
  open: (link: RedirectLink) => string;
}

const suspended: Guard = {
  name: 'suspended',
  title: msg('Removed by the operator'),
  match: ({ isSuspended }) => (isSuspended ? { do: 'suspended' } : undefined),
  open: () => t('Not removed'),
};

export const disabled: Guard = {
  name: 'disabled',
  title: msg('Off'),
  match: ({ isDisabled }) => (isDisabled ? { do: 'disabled' } : undefined),
  open: () => t('Turned on'),
};

export const expired: Guard = {
  name: 'expired',
  title: msg('Expiry date'),
  match: ({ expiresAt, expiredTo }, { now }) =>
    expiresAt !== undefined && expiresAt <= now ? { do: 'expired', to: expiredTo } : undefined,
  open: ({ expiresAt }) =>
    expiresAt === undefined
      ? t('No expiry date')
      : t('Expires {date}', { date: new Date(expiresAt).toISOString() }),
};

export const spent: Guard = {
  name: 'spent',
  title: msg('Click limit'),
  match: ({ special, expiredTo }) => (special?.isSpent ? { do: 'expired', to: expiredTo } : undefined),
  open: ({ special }) => (special?.clickLimit ? t('Clicks left') : t('No click limit')),
};

export const preview: Guard = {
  name: 'preview',
  title: msg('Social preview'),
  match: ({ special }, { visitor }) =>
    visitor.isPreviewer && hasPreview(special) ? { do: 'preview' } : undefined,
  open: ({ special }) => (hasPreview(special) ? t('Only for preview bots') : t('No custom preview')),
};

export const password: Guard = {
  name: 'password',
  title: msg('Password'),
  match: ({ special }, { isUnlocked }) =>
    typeof special?.passwordHash === 'string' && !isUnlocked ? { do: 'ask' } : undefined,
  open: ({ special }) => (special?.passwordHash ? t('Entered') : t('No password')),
};

/** A held link has no preview, because the preview may be part of a scam. */
function hasPreview(special: RedirectLink['special']): boolean {
  if (special?.heldFor) return false;
  const { title = '', description = '', image = null } = special?.preview ?? {};
  return title !== '' || description !== '' || image !== null;
}

/** Guards that apply to any link, in order. */
export const commonGuards: readonly Guard[] = [suspended, disabled, expired];
/** All guards, in order. */
export const guards: readonly Guard[] = [...commonGuards, spent, preview, password];

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
  match: (targets: Targets, link: RedirectLink, visit: Visit) => Destination | undefined;
  /** For the dry run: explains why it did not match. */
  closed: (targets: Targets | null, visit: Visit) => string;
}

export const placeRules: TargetKind = {
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

export const device: TargetKind = {
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

function storeFor({ system }: Visitor, stores: Targets['stores']): string | undefined {
  if (system === 'iOS') return stores?.apple;
  return system === 'Android' ? stores?.google : undefined;
}

export const language: TargetKind = {
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

export const variant: TargetKind = {
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
export const targetKinds: readonly TargetKind[] = [placeRules, device, language, variant];
