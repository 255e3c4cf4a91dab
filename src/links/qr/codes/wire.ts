import { inLanguage, sourceLanguage } from '../../../kernel/translation/languages.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { invalid } from '../../../kernel/problem.ts';
import { sqlDate } from '../../../kernel/time.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Tally } from '../../clicks/statistics/get-statistics.ts';
import { browserName, countryName, referrerName, systemName } from '../../clicks/statistics/value-names.ts';
import { flagOf, lenientBoolean, looseText, orBlank, textOf } from '../../loose-values.ts';
import { codeAddress, type Code, type CodeInput } from './code.ts';
import { kinds, type Kind } from '../content/content.ts';
import { CodeData, toContent } from '../content/data-wire.ts';
import { corners, formats, levels, shapes } from '../drawing/design.ts';
import type { ListedCode } from './list-codes.ts';
import type { CodeReport } from './get-report.ts';

const looseNumber = (description: string) =>
  orBlank(Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })]), description);
const oneOf = (names: readonly string[], more: string) => looseText(`${names.join(', ')}. ${more}`);

const designFields = {
  background: looseText('rgb(r,g,b) or #rrggbb. Defaults to white'),
  foreground: looseText('rgb(r,g,b) or #rrggbb, darker than the background. Defaults to black'),
  logo: looseText('URL of a PNG or JPEG of at most 500 kB, or a data: URL. Blank: none'),
  name: looseText('Extension. Name of the code. Blank: derived from the data'),
  size: looseNumber('Extension. Default size of the image, 100 to 2000 pixels per side'),
  format: oneOf(formats, 'Extension. Default format of the image'),
  dynamic: lenientBoolean(
    'Extension. Whether the code encodes its short URL, so that scans are counted and the destination can change. Defaults to true for links',
  ),
  errorcorrection: oneOf(['auto', ...levels], 'Extension. Error correction level'),
  shape: oneOf(shapes, 'Extension. Shape of the modules'),
  corners: oneOf(corners, 'Extension. Shape of the three finder patterns'),
  margin: looseNumber('Extension. Quiet zone, 0 to 10 modules. Defaults to 4'),
};

const KindName = (description: string) => Type.String({ description: `${kinds.join(', ')}. ${description}` });

export const NewCode = Type.Object({ type: KindName('Content'), data: CodeData, ...designFields });
export const CodeChange = Type.Object({
  data: CodeData,
  type: orBlank(Type.String(), 'Extension. The new content type, if it changes'),
  ...designFields,
});

export const CodeRecord = Type.Object(
  {
    id: Type.Integer(),
    link: Type.String({ description: 'The address that counts scans' }),
    scans: Type.Integer(),
    name: Type.String(),
    date: Type.String(),
    type: Type.Enum([...kinds], { description: 'An addition to the specification' }),
    dynamic: Type.Boolean({
      description: 'Extension. Whether it encodes its short URL',
    }),
    image: Type.String({
      description: 'Extension. URL of the image; `?size=` and `?format=` select other versions',
    }),
  },
  { title: 'Code' },
);

const Top = Type.Record(Type.String(), Type.String(), { description: 'Counts by name, as digits' });

/** Response fields of a single code. */
export const codeDetail = {
  details: CodeRecord,
  data: Type.Object({
    clicks: Type.Integer(),
    uniqueClicks: Type.Integer(),
    topCountries: Top,
    topReferrers: Top,
    topBrowsers: Top,
    topOs: Top,
    socialCount: Type.Record(Type.String(), Type.Integer()),
  }),
};

export function toNewCode(body: Static<typeof NewCode>): CodeInput {
  return {
    ...toDesignInput(body),
    kind: parseKind(body.type),
    content: toContent(parseKind(body.type), body.data),
  };
}

export function toCodeChange(body: Static<typeof CodeChange>, present: Kind): CodeInput {
  const kind = body.type ? parseKind(body.type) : present;
  return { ...toDesignInput(body), kind, content: toContent(kind, body.data) };
}

/** Blank values do not change the code, except that a blank logo removes it. */
function toDesignInput(
  body: Omit<Static<typeof NewCode>, 'type' | 'data'>,
): Omit<CodeInput, 'kind' | 'content'> {
  const logo = textOf(body.logo);
  return {
    name: blankToUndefined(body.name),
    isDynamic: flagOf(body.dynamic),
    logo: logo?.trim() === '' ? null : logo,
    design: {
      background: textOf(body.background),
      foreground: textOf(body.foreground),
      shape: textOf(body.shape),
      corners: textOf(body.corners),
      level: textOf(body.errorcorrection),
      margin: numberOf(body.margin),
      size: numberOf(body.size),
      format: textOf(body.format),
    },
  };
}

const numberOf = (value: number | string | false | null | undefined) =>
  value === false || value === null ? undefined : value;
const blankToUndefined = (value: unknown) => (textOf(value)?.trim() === '' ? undefined : textOf(value));

function parseKind(text: string): Kind {
  const name = text.trim().toLowerCase();
  const kind = kinds.find((kind) => kind === name);
  if (!kind) throw invalid('type', t('type must be one of {kinds}', { kinds: kinds.join(', ') }));
  return kind;
}

export const toCodeRecord = (config: Config, code: ListedCode): Static<typeof CodeRecord> => ({
  id: Number(code.id),
  link: codeAddress(config, code),
  scans: code.scans,
  name: code.name,
  date: sqlDate(code.createdAt),
  type: code.content.kind,
  dynamic: code.isDynamic,
  image: `${codeAddress(config, code)}.${code.design.format}`,
});

export const toCodeDetail = (config: Config, code: Code, report: CodeReport) => ({
  details: toCodeRecord(config, { ...code, scans: report.clicks }),
  data: {
    clicks: report.clicks,
    uniqueClicks: report.uniques,
    topCountries: toTop(report.countries, countryName),
    topReferrers: toTop(report.referrers, referrerName),
    topBrowsers: toTop(report.browsers, browserName),
    topOs: toTop(report.systems, systemName),
    socialCount: { ...report.networks },
  },
});

/** Names are in English for every interface language, because clients compare them. */
const toTop = (tallies: readonly Tally[], name: (value: string) => string): Record<string, string> =>
  inLanguage(sourceLanguage, () =>
    Object.fromEntries(tallies.map(({ value, clicks }) => [name(value), String(clicks)])),
  );
