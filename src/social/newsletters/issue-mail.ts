import type { App } from '../../platform/app.ts';
import type { MailMessage } from '../../platform/mail.ts';
import { html, trusted, unescape } from '../../web/html.ts';
import { mailHead } from '../../web/mail-document.ts';
import { inLanguage, type InterfaceLanguage } from '../../web/translation/languages.ts';
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

/** The addresses by which opens and clicks of a reader who allows it are counted. */
export interface Tracking {
  image: string;
  linkTo: (link: string) => string;
}

interface ReaderLinks {
  /** Of the pages that change and end the subscription. Mail programs post to the latter. Undefined in a preview. */
  token?: string;
  tracking?: Tracking;
}

export type WriteIssue = (to: string, links: ReaderLinks) => MailMessage;

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
    const [leave, prefer] = [t('Unsubscribe'), t('Preferences')];
    const body = isHidden
      ? html``
      : html`${trusted(bodyOf(shown, base, isWhole))} ${photosOf(post, base, isWhole)}`;
    const top = `${mailHead(language, subject)}${
      html`<p class="from">${title}</p>
        ${post.title !== '' && html`<h1 dir="auto"><a href="${address}">${post.title}</a></h1>`}
        ${isHidden && html`<p dir="auto">${post.warning}</p>`} ${body}
        <p><a href="${address}">${more}</a></p>
        <hr />
        <p class="foot">${footer}</p>`.text
    }`;
    return (to, { token, tracking }) => {
      const pageOf = (name: string) =>
        token === undefined ? `${base}/settings/newsletters` : `${base}/newsletters/${name}?token=${token}`;
      const [unsubscribe, preferences] = [pageOf('unsubscribe'), pageOf('preferences')];
      const own = html`<p class="foot">
          <a href="${unsubscribe}">${leave}</a> · <a href="${preferences}">${prefer}</a>
        </p>
        ${tracking && html`<img src="${tracking.image}" width="1" height="1" alt="" />`}`;
      return {
        to,
        subject: Array.from(subject).slice(0, longestSubject).join(''),
        text: [
          ...(post.title === '' ? [] : [post.title]),
          ...(isHidden ? [post.warning] : [plain]),
          `${more}: ${address}`,
          `-- \n${footer}\n${leave}: ${unsubscribe}\n${prefer}: ${preferences}`,
        ].join('\n\n'),
        html: `${tracking ? withTracking(top, tracking) : top}${own.text}</body></html>`,
        unsubscribe,
      };
    };
  });
}

const webLinks = / href="(https?:[^"]*)"/g;

const withTracking = (markup: string, { linkTo }: Tracking): string =>
  markup.replaceAll(webLinks, (_, link: string) => ` href="${linkTo(unescape(link))}"`);

/** What an issue links to, whoever reads it. */
export function linksOf({ config }: Pick<App, 'config'>, post: Post): string[] {
  const base = config.plazaUrl;
  const shown = [post, { ...post, text: post.paywall?.teaser ?? '' }];
  const markup = shown.map((each) => bodyOf(each, base, true)).join('');
  return [`${base}${pathOf(post)}`, ...markup.matchAll(webLinks).map(([, link = '']) => unescape(link))];
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
