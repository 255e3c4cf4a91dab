import { referrerPolicy } from '../../forward.ts';
import { deliver, pageOf, passOn, withClickId } from './decide.ts';
import {
  device,
  disabled,
  expired,
  language,
  password,
  placeRules,
  preview,
  spent,
  variant,
} from './guards.ts';
import { append } from './targets.ts';

/**
 * What each option of a link does when the link is followed: a guard, a target, or a step of the delivery.
 * `options` of `shorten` has a row for each.
 */
export const effects = {
  expiry: expired,
  previewTitle: preview,
  previewDescription: preview,
  previewImage: preview,
  type: pageOf,
  password,
  places: placeRules,
  devices: device,
  languages: language,
  stores: device,
  variants: variant,
  parameters: append,
  pixelIds: pageOf,
  clickLimit: spent,
  expiredUrl: expired,
  status: deliver,
  isDisabled: disabled,
  passesQuery: passOn,
  hidesReferrer: referrerPolicy,
  passesClickId: withClickId,
};

export type OptionName = keyof typeof effects;
