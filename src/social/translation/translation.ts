import { LRUCache } from 'lru-cache';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { contentHash } from '../../kernel/content-hash.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import { WorkQueue } from '../../platform/work-queue.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import type { Post } from '../posts/post.ts';
import { prepareTexts } from '../text/prepared.ts';
import { callsToShow } from '../text/rendered.ts';

export interface Translation {
  post: Post;
  /** Language codes. The source is empty if the server did not recognize it. */
  from: string;
  to: string;
  title: string;
  text: string;
}

/** Longer texts are cut off. */
const longest = 20_000;

const queue = new WorkQueue({
  concurrency: 8,
  concurrencyPerOwner: 2,
  maxWaiting: 100,
  maxWaitingPerOwner: 4,
  timeout: seconds(20),
  message: msg('Translation is busy. Try again in a moment.'),
  retryAfter: 10,
});

/** Translations of texts, by language and text, because many people read the same. */
const known = new LRUCache<string, Translated>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ text }) => text.length * 2 + 200,
});

export const isTranslationOn = ({ config }: Pick<App, 'config'>): boolean => config.TRANSLATE_URL !== '';

/**
 * Translates the title and the text of a post that the viewer may read, by the operator's LibreTranslate server. Throws
 * a `Problem` of kind `missing` if there is none, and `unavailable` if it does not answer.
 */
export const translatePost = verb(
  {
    name: 'posts.translate',
    who: 'member',
    limit: perAccount((config) => config.TRANSLATION_LIMIT, minutes(5)),
  },
  async (app, viewer: Viewer, id: string, language: string): Promise<Translation> => {
    if (!isTranslationOn(app)) throw new Problem('missing', msg('Translation is not set up here'));
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(language))
      throw invalid('language', msg('Use a language code, such as en'));
    const post = await getPost(app, viewer, id);
    const title = await translate(app, viewer, post.title, language);
    const text = await translate(app, viewer, post.text.slice(0, longest), language);
    // What shows a long text is rendered in a sandbox.
    await prepareTexts(app, viewer.id, callsToShow(post.kind, text.text, post.mentions).slice(0, 1));
    return { post, from: text.from || title.from, to: language, title: title.text, text: text.text };
  },
);

interface Translated {
  from: string;
  text: string;
}

async function translate(app: App, viewer: Viewer, text: string, to: string): Promise<Translated> {
  if (text.trim() === '') return { from: '', text };
  const key = `${to} ${contentHash(text)} ${text.length}`;
  const before = known.get(key);
  if (before) return before;
  const translated = await queue.run(viewer.id, () => ask(app, text, to));
  known.set(key, translated);
  return translated;
}

/** https://docs.libretranslate.com/guides/api_usage */
async function ask(app: App, text: string, to: string): Promise<Translated> {
  const { TRANSLATE_URL: url, TRANSLATE_KEY: key } = app.config;
  const { port } = new URL(url);
  try {
    const { status, ...response } = await app.outbound.fetch(
      new URL('translate', url.endsWith('/') ? url : `${url}/`).href,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          q: text,
          source: 'auto',
          target: to,
          format: 'text',
          ...(key !== '' && { api_key: key }),
        }),
        within: seconds(15),
        max: 1024 * 1024,
        hops: 0,
        keepAlive: true,
        ...(port !== '' && { ports: [Number(port)] }),
      },
    );
    const body = response.json() as Partial<{
      translatedText: unknown;
      detectedLanguage: Partial<{ language: unknown }> | null;
      error: unknown;
    }>;
    // The server does not know the language.
    if (status === 400) throw invalid('language', msg('This language is not available'));
    if (status !== 200 || typeof body.translatedText !== 'string')
      throw new Error(`status ${status}: ${JSON.stringify(body.error ?? '').slice(0, 200)}`);
    // What is much longer than the text is no translation, and would be shown and remembered.
    if (body.translatedText.length > 4 * text.length + 1000)
      throw new Error(`${body.translatedText.length} characters for ${text.length}`);
    const from = body.detectedLanguage?.language;
    return { from: typeof from === 'string' ? from.slice(0, 12) : '', text: body.translatedText };
  } catch (error) {
    if (error instanceof Problem && error.field === 'language') throw error;
    app.log.warn({ err: error }, 'the translation server failed');
    throw new Problem('unavailable', msg('Translation does not work at the moment'), { retryAfter: 60 });
  }
}
