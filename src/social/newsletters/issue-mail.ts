import type { App } from '../../platform/app.ts';
import type { Message } from '../../platform/mail.ts';
import { html, trusted } from '../../web/html.ts';
import { directionOf, inLanguage, type InterfaceLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { articleMarkup } from '../posts/article-markup.ts';
import { pathOf } from '../posts/paths.ts';
import { isPublic, type Post } from '../posts/post.ts';
import { excerptOf, renderPost } from '../posts/texts.ts';
import { plainLight, plainRich } from '../text/rendered.ts';

/** What an email of an issue consists of, besides its reader's links. */
interface IssueContent {
  title: string;
  post: Post;
  /** Whether the reader has access to the whole text. */
  isWhole: boolean;
}

/** `unsubscribe` is the page that ends the subscription. Mail programs post to it. */
export type WriteIssue = (to: string, unsubscribe: string) => Message;

const longestSubject = 150;

/** Renders an issue once for all readers of a language. */
export function renderIssue(
  { config }: Pick<App, 'config'>,
  { title, post, isWhole }: IssueContent,
  language: InterfaceLanguage,
): WriteIssue {
  const base = config.plazaUrl;
  const address = `${base}${pathOf(post)}`;
  const shown: Post = isWhole ? post : { ...post, text: post.paywall?.teaser ?? '' };
  return inLanguage(language, () => {
    const subject = post.title || post.warning || excerptOf(shown, longestSubject) || title;
    const isHidden = post.warning !== '';
    const plain = isHidden ? '' : plainOf(shown);
    const more = moreText(post, isWhole);
    const footer = t('You get this email because you subscribed to {title}.', { title });
    const leave = t('Unsubscribe');
    const body = isHidden
      ? html``
      : html`${trusted(bodyOf(shown, base, isWhole))} ${photosOf(post, base, isWhole)}`;
    const top = `<!doctype html>${
      html`<html lang="${language}" dir="${directionOf(language)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${subject}</title>
          <style>
            ${trusted(styles)}
          </style>
        </head>
        <body>
          <p class="from">${title}</p>
          ${post.title !== '' && html`<h1 dir="auto"><a href="${address}">${post.title}</a></h1>`}
          ${isHidden && html`<p dir="auto">${post.warning}</p>`} ${body}
          <p><a href="${address}">${more}</a></p>
          <hr />
          <p class="foot">${footer}</p>
        </body>
      </html> `.text
    }`;
    return (to, unsubscribe) => ({
      to,
      subject: Array.from(subject).slice(0, longestSubject).join(''),
      text: [
        ...(post.title === '' ? [] : [post.title]),
        ...(isHidden ? [post.warning] : [plain]),
        `${more}: ${address}`,
        `-- \n${footer}\n${leave}: ${unsubscribe}`,
      ].join('\n\n'),
      html: `${top}${html`<a href="${unsubscribe}">${leave}</a></p>`.text}</body></html>`,
      unsubscribe,
    });
  });
}

function moreText(post: Post, isWhole: boolean): string {
  if (!isWhole) return t('The rest is for those who paid. Read on the website');
  return post.warning === '' ? t('Read and comment on the website') : t('Show on the website');
}

const plainOf = ({ kind, text }: Post): string => (kind === 'post' ? plainLight(text) : plainRich(text));

/** The text of a post, with addresses that work in a mail program. Pictures that not everybody sees are left out. */
function bodyOf(post: Post, base: string, isWhole: boolean): string {
  const markup =
    post.kind === 'article' ? articleMarkup(post.text, [...post.mentions]).body : renderPost(post).text;
  const isOpen = isPublic(post) && post.paywall === null && isWhole;
  const shown = isOpen ? markup : markup.replaceAll(/<img\b[^<>]*>/g, '');
  return shown.replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${base}/`);
}

function photosOf(post: Post, base: string, isWhole: boolean) {
  if (!isWhole || !isPublic(post) || post.paywall !== null) return false;
  const cover = post.article?.cover;
  return [...(cover ? [cover] : []), ...post.photos].map(
    ({ address, alt }) => html`<p><img src="${new URL(address, base).href}" alt="${alt}" /></p>`,
  );
}

/** Mail programs support little else. Colors come from the program, which may be dark. */
const styles = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:0 auto;padding:16px;color:#1c1c22;background:#fff}
a{color:#3d3bd4}img{max-width:100%;height:auto}pre{white-space:pre-wrap}hr{border:0;border-top:1px solid #ccc}
.from,.foot{color:#5b5b66;font-size:14px}
@media (prefers-color-scheme:dark){body{color:#ececf1;background:#17171c}a{color:#a9a8ff}.from,.foot{color:#b3b3bf}hr{border-color:#444}}`;
