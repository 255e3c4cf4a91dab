import { completeUrl } from '../../../kernel/text.ts';
import { Type } from 'typebox';
import { invalid, msg } from '../../../kernel/problem.ts';
import { uploadsPath } from '../../../platform/files.ts';
import { parsePreviewText, parseTarget } from '../../link/fields.ts';
import { looseText, textOf } from '../../loose-values.ts';
import { option } from './option.ts';

/** The preview where a link is shared. Blank: no custom preview. */
export const previews = {
  previewTitle: option<string, string>({
    body: {
      metatitle: looseText(
        'The title of the link, also in previews where it is shared. Blank: read from the page',
      ),
    },
    fromBody: ({ metatitle }) => textOf(metatitle),
    record: { metatitle: Type.String() },
    toRecord: (title) => title,
    fields: ['previewtitle'],
    label: msg('Title'),
    fromForm: ({ values }) => values.previewtitle ?? '',
    toForm: (title) => ({ values: { previewtitle: title } }),
    store: {
      column: 'preview_title',
      parse: (text) => parsePreviewText('metatitle', text, 255),
    },
    csv: { column: 'preview_title', write: (title) => title, read: (text) => text },
  }),
  previewDescription: option<string, string>({
    body: {
      metadescription: looseText(
        'Description in previews where the link is shared. Also the note if `description` is blank',
      ),
    },
    fromBody: ({ metadescription }) => textOf(metadescription),
    record: { metadescription: Type.String() },
    toRecord: (description) => description,
    fields: ['previewdescription'],
    label: msg('Description'),
    fromForm: ({ values }) => values.previewdescription ?? '',
    toForm: (description) => ({ values: { previewdescription: description } }),
    store: {
      column: 'preview_description',
      parse: (text) => parsePreviewText('metadescription', text, 2048),
    },
    csv: { column: 'preview_description', write: (description) => description, read: (text) => text },
  }),
  previewImage: option<string, string | null>({
    body: { metaimage: looseText('Image for previews where the link is shared: the URL of a JPG or PNG') },
    fromBody: ({ metaimage }) => textOf(metaimage),
    record: { metaimage: Type.String() },
    toRecord: (image) => image ?? '',
    fields: ['metaimage'],
    label: msg('Image URL'),
    hint: msg('JPEG or PNG, ideally 1200 × 630.'),
    fromForm: ({ values }) => completeUrl(values.metaimage ?? ''),
    toForm: (image) => ({ values: { metaimage: image ?? '' } }),
    store: {
      column: 'preview_image',
      parse: (text, { app }) => {
        if (text.trim() === '') return null;
        const address = parseTarget(text, app.config, 'metaimage');
        const ending = /\.([a-z0-9]{1,5})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '';
        // An uploaded picture, which is WebP.
        if (address.startsWith(app.config.plazaUrl + uploadsPath)) return address;
        // Link preview crawlers do not all support other formats. A URL without an extension may be either.
        if (!['', 'jpg', 'jpeg', 'png'].includes(ending))
          throw invalid('metaimage', msg('The preview image must be the URL of a JPEG or PNG'));
        return address;
      },
    },
    csv: { column: 'preview_image', write: (image) => image ?? '', read: (text) => text },
  }),
};
