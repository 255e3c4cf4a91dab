import { parseJson } from '../../../kernel/json.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { LinkRules } from '../../redirect/targeting/rules.ts';
import type { DeliveryInput } from '../../links/options/delivery.ts';
import type { Cells } from './row.ts';

/** Parses the delivery options in a Hop export. They are validated like any other input. */
export function parseDeliveryColumns(delivery: Cells): DeliveryInput {
  const {
    type = '',
    redirectstatus = '',
    expiredurl,
    previewtitle,
    previewdescription,
    previewimage,
    rules,
  } = delivery;
  return {
    // Splash pages and overlays belong to their owner and are not imported. Only the type is.
    type: type === 'overlay' ? 'frame' : type,
    status: redirectstatus ? Number(redirectstatus) : null,
    expiredUrl: expiredurl,
    previewTitle: previewtitle,
    previewDescription: previewdescription,
    previewImage: previewimage,
    ...(rules && toInput(parseRules(rules))),
  };
}

/**
 * Parses rules as untrusted input, because the file may have been edited. Throws if they are not an object.
 */
function parseRules(text: string): LinkRules {
  try {
    const rules = parseJson(text);
    if (typeof rules === 'object' && rules !== null && !Array.isArray(rules)) return rules;
  } catch {
    // Handled below, like anything else that is not an object.
  }
  throw invalid('rules', t('The rules cannot be read'));
}

function toInput(rules: LinkRules): DeliveryInput {
  const { stores } = rules;
  return {
    places: listOf(rules.places).map(({ country, region, to }) => ({
      location: text(country),
      state: region === undefined ? undefined : text(region),
      link: text(to),
    })),
    devices: listOf(rules.devices).map(({ device, to }) => ({ device: text(device), link: text(to) })),
    languages: listOf(rules.languages).map(({ language, to }) => ({
      language: text(language),
      link: text(to),
    })),
    parameters: listOf(rules.parameters).map(({ name, value }) => ({ name: text(name), value: text(value) })),
    variants: listOf(rules.variants).map(({ name, weight, to }) => ({
      name: text(name),
      weight: Number(weight),
      link: text(to),
    })),
    stores: stores
      ? {
          auto: (stores.isAutomatic as unknown) === true,
          apple: text(stores.apple),
          google: text(stores.google),
        }
      : null,
    passesQuery: rules.passesQuery === true,
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function listOf<T extends object>(value: readonly T[] | undefined): Partial<Record<keyof T, unknown>>[] {
  if (value === undefined) return [];
  const given: unknown = value;
  if (!Array.isArray(given) || given.some((each) => typeof each !== 'object' || each === null))
    throw invalid('rules', t('The rules cannot be read'));
  return value.map((each) => ({ ...each }));
}
