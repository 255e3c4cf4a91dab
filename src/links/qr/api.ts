import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { sqlDate } from '../../kernel/time.ts';
import { inLanguage, sourceLanguage } from '../../web/translation/languages.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, listing, Listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Tally } from '../clicks/statistics/statistics.ts';
import { browserName, countryName, referrerName, systemName } from '../clicks/statistics/names.ts';
import { flagOf, lenientBoolean, looseText, orBlank, textOf } from '../loose-values.ts';
import { addRoute, deleteRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { codeAddress, getCode, getCodeFigures, listCodes } from './code.ts';
import type { QrCode, CodeInput, CodeReport, ListedCode } from './code.ts';
import { addCode, deleteCode, updateCode } from './codes.ts';
import { type CodeKind, kinds } from './content/content.ts';
import { CodeData, codeFieldName, toCodeContent } from './content/data-wire.ts';
import { codeCorners, codeFormats, levels, codeShapes } from './drawing/design.ts';
import { loadLogo } from './drawing/load-logo.ts';

const looseNumber = (description: string) =>
  orBlank(Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })]), description);
const oneOf = (names: readonly string[], more: string) => looseText(`${names.join(', ')}. ${more}`);

const designFields = {
  background: looseText('rgb(r,g,b) or #rrggbb. Defaults to white'),
  foreground: looseText('rgb(r,g,b) or #rrggbb, darker than the background. Defaults to black'),
  logo: looseText('URL of a PNG or JPEG of at most 500 kB, or a data: URL. Blank: none'),
  name: looseText('Extension. Name of the code. Blank: derived from the data'),
  size: looseNumber('Extension. Default size of the image, 100 to 2000 pixels per side'),
  format: oneOf(codeFormats, 'Extension. Default format of the image'),
  dynamic: lenientBoolean(
    'Extension. Whether the code encodes its short URL, so that scans are counted and the destination can change. Defaults to true for links',
  ),
  errorcorrection: oneOf(['auto', ...levels], 'Extension. Error correction level'),
  shape: oneOf(codeShapes, 'Extension. Shape of the modules'),
  corners: oneOf(codeCorners, 'Extension. Shape of the three finder patterns'),
  margin: looseNumber('Extension. Quiet zone, 0 to 10 modules. Defaults to 4'),
};

const KindName = (description: string) => Type.String({ description: `${kinds.join(', ')}. ${description}` });

const NewCode = Type.Object({ type: KindName('Content'), data: CodeData, ...designFields });
const CodeChange = Type.Object({
  data: CodeData,
  type: orBlank(Type.String(), 'Extension. The new content type, if it changes'),
  ...designFields,
});

const CodeRecord = Type.Object(
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
const codeDetail = {
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

function toNewCode(body: Static<typeof NewCode>): CodeInput {
  return {
    ...toDesignInput(body),
    kind: parseKind(body.type),
    content: toCodeContent(parseKind(body.type), body.data),
  };
}

function toCodeChange(body: Static<typeof CodeChange>, present: CodeKind): CodeInput {
  const kind = body.type ? parseKind(body.type) : present;
  return { ...toDesignInput(body), kind, content: toCodeContent(kind, body.data) };
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

function parseKind(text: string): CodeKind {
  const name = text.trim().toLowerCase();
  const kind = kinds.find((kind) => kind === name);
  if (!kind) throw invalid('type', msg('type must be one of {kinds}', { kinds: kinds.join(', ') }));
  return kind;
}

const toCodeRecord = (config: Config, code: ListedCode): Static<typeof CodeRecord> => ({
  id: Number(code.id),
  link: codeAddress(config, code),
  scans: code.scans,
  name: code.name,
  date: sqlDate(code.createdAt),
  type: code.content.kind,
  dynamic: code.isDynamic,
  image: `${codeAddress(config, code)}.${code.design.format}`,
});

const toCodeDetail = (config: Config, code: QrCode, report: CodeReport) => ({
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

const tag = 'QR codes';

export const codeRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/qr',
    summary: 'List your QR codes',
    description: 'Newest first.',
    tag,
    access: 'member',
    query: Type.Object({
      ...Paging,
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Extension. Part of a name or an address',
        }),
      ),
    }),
    returns: Listing('qrs', CodeRecord),
    handle: async ({ app, viewer, query: { page = 1, limit, q } }) => {
      const perPage = perPageOf(limit);
      const { rows, total } = await listCodes(app, viewer, { page, perPage, search: q?.trim() });
      const records = rows.map((code) => toCodeRecord(app.config, code));
      return listing('qrs', records, { page, perPage, total });
    },
  }),
  readRoute({
    path: '/api/qr/:id',
    summary: 'Retrieve a QR code with its statistics',
    description: 'The address of its picture, and its scans.',
    tag,
    returns: Answer(codeDetail),
    handle: async ({ app, viewer, params }) => {
      const code = await getCode(app, viewer, String(params.id));
      return toCodeDetail(app.config, code, await getCodeFigures(app, code));
    },
  }),
  addRoute({
    path: '/api/qr/add',
    verb: addCode,
    summary: 'Create a QR code',
    description:
      'Each code is rendered and decoded before it is stored. Colors, shapes and logos that cameras could not read are rejected. ' +
      'The image is at the link of the code with .png, .svg or .pdf appended.',
    tag,
    body: NewCode,
    fieldName: (field, body) => codeFieldName(field, body.type),
    example: {
      type: 'link',
      data: 'https://en.wikipedia.org/wiki/Grasshopper',
      name: 'Poster in the hall',
      foreground: 'rgb(16,70,52)',
      background: 'rgb(255,255,255)',
      shape: 'rounded',
    },
    returns: Answer({ id: Type.Integer(), link: Type.String() }),
    prepare: async ({ app, viewer, body }): Promise<CodeInput> => {
      const input = toNewCode(body);
      return { ...input, ...(input.logo && { logo: await loadLogo(app, viewer, input.logo) }) };
    },
    handle: async ({ app, viewer, body }) => {
      const code = await addCode(app, viewer, body as unknown as CodeInput);
      return { id: Number(code.id), link: codeAddress(app.config, code) };
    },
  }),
  updateRoute({
    path: '/api/qr/:id/update',
    verb: updateCode,
    summary: 'Update a QR code',
    description:
      'Omitted and blank fields do not change. A blank logo removes the logo. Printed copies of a dynamic code ' +
      'lead to the new data.',
    tag,
    body: CodeChange,
    fieldName: (field, body) => codeFieldName(field, body.type),
    example: { data: 'https://en.wikipedia.org/wiki/Cricket_(insect)' },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      const { id, content } = await getCode(app, viewer, String(params.id));
      await updateCode(app, viewer, id, toCodeChange(body, content.kind));
      return { message: 'QR code updated' };
    },
  }),
  deleteRoute({
    path: '/api/qr/:id/delete',
    summary: 'Delete a QR code',
    description: 'Codes that were printed stop working.',
    tag,
    remove: deleteCode,
    message: 'QR code deleted',
  }),
];
