import { Type } from 'typebox';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { Answer, Listing, listing, Paging, perPageOf } from '../../../platform/http/families/links.ts';
import { addRoute, deleteRoute, Message, readRoute, updateRoute } from '../../owned/api.ts';
import { addCode } from './add-code.ts';
import { codeAddress, type CodeInput } from './code.ts';
import { codeFieldName } from '../content/data-wire.ts';
import { deleteCode } from './delete-code.ts';
import { listCodes } from './list-codes.ts';
import { getCode } from './get-code.ts';
import { loadLogo } from '../drawing/load-logo.ts';
import { getReport } from './get-report.ts';
import { updateCode } from './update-code.ts';
import {
  CodeChange,
  codeDetail,
  CodeRecord,
  NewCode,
  toCodeChange,
  toCodeDetail,
  toCodeRecord,
  toNewCode,
} from './wire.ts';

const tag = 'QR codes';

export const codeRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/qr',
    summary: 'List your QR codes',
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
    tag,
    returns: Answer(codeDetail),
    handle: async ({ app, viewer, params }) => {
      const code = await getCode(app, viewer, String(params.id));
      return toCodeDetail(app.config, code, await getReport(app, code));
    },
  }),
  addRoute({
    path: '/api/qr/add',
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
    tag,
    remove: deleteCode,
    message: 'QR code deleted',
  }),
];
