import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { renderPost } from '../posts/texts.ts';
import { translatePost } from './translation.ts';

const TranslationRecord = Type.Object(
  {
    post_id: Type.String(),
    language: Type.String(),
    source_language: Type.String({ description: 'Empty if it was not recognized' }),
    title: Type.String(),
    text: Type.String(),
    text_html: Type.String({ description: 'Sanitized HTML with links' }),
  },
  { title: 'Translation' },
);

export const translationRoutes = [
  operations('Posts', 'member').get({
    path: '/apis/php/posts/post/{id}/translation',
    verb: translatePost,
    summary: 'Translate a post',
    description:
      'Extension. Needs a translation server (`TRANSLATE_URL`); 404 without one. At most 20,000 characters are translated.',
    params: ById,
    query: Type.Object({
      language: Type.String({ maxLength: 20, description: 'Language code, such as en' }),
    }),
    returns: Envelope(TranslationRecord),
    handle: async ({ app, viewer, params, query }) => {
      const translation = await translatePost(app, viewer, params.id, query.language);
      const { post, from, to, title, text } = translation;
      return {
        data: {
          post_id: post.id,
          language: to,
          source_language: from,
          title,
          text,
          text_html: renderPost({ ...post, text }).text,
        },
      };
    },
  }),
];
