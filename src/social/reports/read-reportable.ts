import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readComment } from '../comments/read-comments.ts';
import type { Person } from '../people/person.ts';
import { readProfile } from '../people/read-profile.ts';
import { readPost } from '../posts/read-posts.ts';
import { short } from '../posts/text/short.ts';
import type { ReportSubject } from './report.ts';

/** What somebody is about to report, to be shown to them. */
export interface Reportable {
  subject: ReportSubject;
  author: Person;
  /** The beginning of its text; of a person, what they say of themselves. */
  excerpt: string;
  /** Its page. */
  href: string;
}

const longest = 200;

export async function readReportable(
  app: App,
  viewer: Viewer,
  subject: ReportSubject,
  id: string,
): Promise<Reportable> {
  if (subject === 'person') {
    const author = await readProfile(app, viewer, { id });
    return { subject, author, excerpt: short(author.biography, longest), href: `/@${author.username}` };
  }
  if (subject === 'post') {
    const { author, text, photos } = await readPost(app, viewer, id);
    const excerpt = short(text, longest) || (photos.length === 1 ? 'A picture' : 'Pictures');
    return { subject, author, excerpt, href: `/posts/${id}` };
  }
  const { author, text } = await readComment(app, viewer, id);
  return { subject, author, excerpt: short(text, longest), href: `/comments/${id}#comment-${id}` };
}
