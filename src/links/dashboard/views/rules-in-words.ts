import { html, type Html } from '../../../web/html.ts';
import { parametersOf, rowsOf, type BuilderState } from '../builder-state.ts';
import { languageName } from '../../clicks/statistics/value-names.ts';

/** What becomes of whoever follows a link, in the order in which it is looked at: each line a sentence. */
export function rulesInWords(state: BuilderState): string[] {
  const { values = {} } = state;
  const lines: (string | false | undefined)[] = [
    values.off && 'Unpublished. Visitors see that the page is unavailable.',
    values.expiry &&
      `Expires ${values.expiry.replace('T', ' ').slice(0, 16)} (UTC); ${afterwards(values.expiredurl)}.`,
    values.clicklimit && `At most ${values.clicklimit} clicks; ${afterwards(values.expiredurl)}.`,
    (Boolean(values.password) || (values.locked === 'on' && !values.nopassword)) &&
      'Protected by a password.',
    ...rowsOf(state, 'geo').map(
      ({ location, region, link }) =>
        `From ${[region, location].filter(Boolean).join(', ')}: to ${shorten(link)}`,
    ),
    ...rowsOf(state, 'device').map(({ device, link }) => `On ${device}: to ${shorten(link)}`),
    values.apple && `On iPhones and iPads: to the App Store, ${shorten(values.apple)}`,
    values.google && `On Android: to Google Play, ${shorten(values.google)}`,
    ...rowsOf(state, 'language').map(
      ({ language, link }) => `${languageName(language)} speakers: to ${shorten(link)}`,
    ),
    ...rowsOf(state, 'variant').map(
      ({ name, weight, link }) => `${weight || '?'} of 100 get “${name}”: to ${shorten(link)}`,
    ),
    `${hasRules(state) ? 'Everyone else' : 'Everyone'}: to ${values.url ? shorten(values.url) : 'the destination URL'}`,
    wayInWords(values.type ?? 'direct', values.redirectstatus ?? '302'),
    parametersOf(state).length > 0 &&
      `Added to the address: ${parametersOf(state)
        .map(({ name, value }) => `${name}=${value}`)
        .join('&')}`,
    values.passquery && 'Query parameters are forwarded.',
    (state.lists.pixel ?? []).length > 0 &&
      `${state.lists.pixel?.length} ${state.lists.pixel?.length === 1 ? 'pixel is' : 'pixels are'} fired.`,
  ];
  return lines.filter((line): line is string => typeof line === 'string' && line !== '');
}

/** Whether some visitors are sent elsewhere. */
const hasRules = (state: BuilderState): boolean =>
  Boolean(state.values?.apple ?? '') ||
  Boolean(state.values?.google ?? '') ||
  (['geo', 'device', 'language', 'variant'] as const).some((list) => rowsOf(state, list).length > 0);

const afterwards = (address: string | undefined) =>
  address?.trim() ? `then redirects to ${shorten(address)}` : 'then shows an expiry page';

const shorten = (address: string) => {
  const text = address.trim().replace(/^https?:\/\/(www\.)?/, '');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

function wayInWords(way: string, status: string): string | false {
  if (way === 'frame') return 'The page is shown in a frame below a bar.';
  if (way === 'splash' || /^\d+$/.test(way)) return 'Shows a splash page first.';
  if (way.startsWith('overlay')) return 'The page is shown with an overlay.';
  return status !== '302' && status !== '' && `Redirected with status ${status}.`;
}

export const ruleList = (state: BuilderState): Html =>
  html`<ol class="rule-list">
    ${rulesInWords(state).map((line) => html`<li>${line}</li>`)}
  </ol>`;
