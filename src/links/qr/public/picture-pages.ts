import { Type } from 'typebox';
import { normalize } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { page, type Download } from '../../../platform/http/endpoint.ts';
import { getLink } from '../../record/get-link.ts';
import { shortAddress } from '../../record/link.ts';
import { encodedText } from '../codes/code.ts';
import { plain } from '../drawing/design.ts';
import { drawCode, type Drawing } from '../drawing/drawing.ts';
import { pictureTypes, toPicture } from '../drawing/picture.ts';
import { parseWanted, type RequestedImage } from './picture-query.ts';
import { findLogo } from '../codes/queries.ts';
import { getCode } from '../codes/get-code.ts';
import { linkCodeView } from '../views/link-code-view.ts';
import { Id } from '../../owned/api.ts';

const PictureQuery = Type.Object({
  size: Type.Optional(Type.String({ maxLength: 10 })),
  format: Type.Optional(Type.String({ maxLength: 10 })),
  /** Sends the image as an attachment. */
  download: Type.Optional(Type.String()),
});

/** Images of codes for their owner, without caching, and of the code of a short link. */
export const codePicturePages = [
  page({
    method: 'GET',
    path: '/dashboard/qr/:id/picture',
    access: 'member',
    limit: { by: ['account'], calls: 600, within: 60_000 },
    params: Id,
    query: PictureQuery,
    handle: async ({ app, viewer, params, query }) => {
      const code = await getCode(app, viewer, String(params.id));
      const logo = code.hasLogo ? await findLogo(app, code.id) : undefined;
      const drawing = drawCode(encodedText(app.config, code), code.design, code.fit, logo);
      return send(viewer, drawing, parseWanted(code.design, query), query.download && fileName(code.name));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/qr',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const link = await getLink(app, viewer, String(params.id));
      return linkCodeView(app.config.hopUrl, link, drawLink(app, link));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/qr/picture',
    access: 'member',
    limit: { by: ['account'], calls: 600, within: 60_000 },
    params: Id,
    query: PictureQuery,
    handle: async ({ app, viewer, params, query }) => {
      const link = await getLink(app, viewer, String(params.id));
      return send(
        viewer,
        drawLink(app, link),
        parseWanted(plain, query),
        query.download && fileName(link.alias),
      );
    },
  }),
];

/** A short URL in black and white always scans, so it is not tested. */
const drawLink = ({ config }: Pick<App, 'config'>, link: Parameters<typeof shortAddress>[1]): Drawing =>
  drawCode(shortAddress(config, link), plain, { level: 'M', logoShare: 0 });

async function send(
  viewer: Pick<Viewer, 'id'>,
  drawing: Drawing,
  { size, format }: RequestedImage,
  saveAs?: string,
): Promise<Download> {
  return {
    type: pictureTypes[format],
    body: await toPicture(drawing, size, format).make(viewer.id),
    headers: {
      'content-security-policy': "default-src 'none'; img-src data:; sandbox",
      'content-disposition': saveAs ? `attachment; filename="${saveAs}.${format}"` : 'inline',
    },
  };
}

/** Returns a file name with only letters and digits that every system accepts. */
const fileName = (name: string) =>
  normalize(`qr-${name}`, 'NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replace(/-$/, '')
    .slice(0, 60)
    .toLowerCase();
