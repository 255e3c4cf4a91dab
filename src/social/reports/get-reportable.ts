import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { previewOf } from '../chat/messages/preview-of.ts';
import { getMessages } from '../chat/messages/get-messages.ts';
import { requireReadable } from '../chat/messages/require-readable.ts';
import { getComment } from '../comments/reading.ts';
import type { Person } from '../people/person.ts';
import { getProfile } from '../people/profiles/get-profile.ts';
import { pathOf } from '../posts/sharing/path-of.ts';
import type { PostKind } from '../posts/post.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { bylineOf } from '../posts/text/byline-of.ts';
import { excerptOf } from '../posts/text/excerpt-of.ts';
import { short } from '../text/short.ts';
import { findPage } from './find-page.ts';
import type { ReportSubject } from '../moderation/report.ts';

/** The subject of a report as shown to the reporter. */
export interface Reportable {
  /** The kind of a post, or person, comment, page or message. */
  kind: string;
  /** The public owner. For a page's post this is the page, not its author. */
  author: Pick<Person, 'id' | 'name' | 'username' | 'picture'>;
  /** Excerpt of its text, or the biography of a person. */
  excerpt: string;
  /** Link to the subject. */
  href: string;
}

const longest = 200;

export async function getReportable(
  app: App,
  viewer: Viewer,
  { subject, kind }: { subject: ReportSubject; kind?: PostKind },
  id: string,
): Promise<Reportable> {
  if (subject === 'person') {
    const author = await getProfile(app, viewer, { id });
    return { kind: subject, author, excerpt: short(author.biography, longest), href: `/@${author.username}` };
  }
  if (subject === 'page') {
    const { username, title, about } = await findPage(app, id);
    const author = { id, name: title, username, picture: null };
    return { kind: subject, author, excerpt: short(about, longest), href: `/pages/${username}` };
  }
  if (subject === 'comment') {
    const { author, text } = await getComment(app, viewer, id);
    return { kind: subject, author, excerpt: short(text, longest), href: `/comments/${id}#comment-${id}` };
  }
  if (subject === 'message') {
    const { conversationId } = await requireReadable(app, viewer, id);
    const [message] = await getMessages(app, viewer, [id]);
    if (!message?.author) throw missing(t('Message'));
    const href = `/messages/${conversationId}`;
    return { kind: subject, author: message.author, excerpt: short(previewOf(message), longest), href };
  }
  const post = await getPost(app, viewer, id);
  if (kind !== undefined && post.kind !== kind) throw missing(t('Post'));
  const said = post.title || excerptOf(post, longest);
  const excerpt = said || t('{count, plural, one {Photo} other {Photos}}', { count: post.photos.length });
  return { kind: post.kind, author: bylineOf(post).author, excerpt, href: pathOf(post) };
}
