import { iso31661 } from 'iso-3166';
import { currentLanguage } from '../../../web/translation/languages.ts';
import { t } from '../../../web/translation/translate.ts';
import { html, type Html } from '../../../web/html.ts';
import { countryTitle } from '../../redirect/targeting/country.ts';
import type { OptionName } from '../../redirect/targeting/effects.ts';
import type { Option } from '../../shorten/options/option.ts';
import { inOrder, options } from '../../shorten/options/options.ts';
import { isWhole, shownAddress, type Typed } from '../../shorten/options/typed.ts';
import type { BuilderState } from '../builder-state.ts';

/** Where a link leads some visitors, and what comes before that. */
const guarding = ['isDisabled', 'expiry', 'clickLimit', 'password'] as const;
const targeting = ['places', 'devices', 'stores', 'languages', 'variants'] as const;

/** Describes a link's rules in the order in which they apply, one sentence per line. */
export function rulesInWords({ values = {}, lists }: BuilderState): string[] {
  const said = inOrder(...guarding, ...targeting, 'type', 'parameters', 'passesQuery', 'pixelIds').map(
    (name) => [name, sentences(options[name], { values, lists })] as const,
  );
  const isTarget = (name: OptionName) => targeting.some((each) => each === name);
  const isBefore = (name: OptionName) => isTarget(name) || guarding.some((each) => each === name);
  const link = isWhole(values.url ?? '') ? shownAddress(values.url ?? '') : t('the destination URL');
  const rest = said.some(([name, lines]) => isTarget(name) && lines.length > 0)
    ? t('Everyone else: redirect to {link}', { link })
    : t('Everyone: redirect to {link}', { link });
  const [before = [], after = []] = [true, false].map((is) =>
    said.flatMap(([name, lines]) => (isBefore(name) === is ? lines : [])),
  );
  return [...before, rest, ...after];
}

const sentences = ({ says }: Pick<Option, 'says'>, typed: Required<Typed>): string[] =>
  (says?.(typed) ?? []).filter((line): line is string => typeof line === 'string' && line !== '');

export const ruleList = (state: BuilderState): Html =>
  html`<ol class="rule-list">
    ${rulesInWords(state).map((line) => html`<li>${line}</li>`)}
  </ol>`;

const byLanguage = new Map<string, readonly string[]>();

/** Returns all country names in the reader's language. */
export function countryNames(): readonly string[] {
  const language = currentLanguage();
  let names = byLanguage.get(language);
  if (!names) {
    const inTheirs = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
    names = iso31661
      .map(({ alpha2 }) => (language === 'en' ? countryTitle(alpha2) : (inTheirs.of(alpha2) ?? alpha2)))
      .sort((one, other) => one.localeCompare(other, language));
    byLanguage.set(language, names);
  }
  return names;
}
