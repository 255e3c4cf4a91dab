import { currentLanguage } from '../../kernel/translation/current-language.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { StaticPage } from './static-page.ts';

interface Place {
  name: string;
  url: string;
  /** Days from the request to the deletion of an account. */
  deletionDays: number;
  /** URL of the source code. Empty if unknown. */
  source: string;
}

/**
 * Default texts until operators write their own. They describe what the software does and make no promises on
 * the operators' behalf.
 */
export const defaultPages = (place: Place): readonly StaticPage[] =>
  [
    { slug: 'about', title: t('About {name}', { name: place.name }), body: about(place) },
    { slug: 'terms', title: t('Terms of use'), body: terms(place) },
    { slug: 'privacy', title: t('Privacy'), body: privacy(place) },
  ].map((page, index) => ({
    ...page,
    id: '0',
    language: currentLanguage(),
    position: index,
    inFooter: true,
    updatedAt: new Date(0),
  }));

const text = (...parts: readonly string[]): string => parts.join('\n\n');
const list = (...items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
const heading = (title: string): string => `## ${title}`;

const ownText = ({ name }: Place) =>
  `*${t('The operators of {name} have not published a text of their own here. This one comes with the software, and describes what it does. [Contact the operators](/contact) with questions.', { name })}*`;

const about = ({ name, url, source }: Place) =>
  text(
    t(
      '{name} is a social network at [{url}]({url}). It is an installation of Plaza, which anyone can run on a server of their own. The people who run this one decide who can join, and which rules apply.',
      { name, url },
    ),
    t(
      'People write posts, articles, questions and answers, take part in forums, and send messages. Short links are part of the same account. There are no advertisements, and the feed is in the order of time.',
    ),
    list(
      `[${t('Contact the operators')}](/contact)`,
      `[${t('Terms of use')}](/static/terms)`,
      `[${t('Privacy')}](/static/privacy)`,
      `[${t('For developers')}](/developers)`,
    ),
    heading(t('Run your own')),
    t(
      'Plaza is one program: the network, a link shortener and an API that programs pay for, with a database of its own. It runs on one small server. With Linux and Node, two commands are enough: the first serves it, the second fills it with sample content.',
    ),
    '    npm start\n    npm run demo',
    [
      source !== '' && `[${t('Get the source code')}](${source}).`,
      t('The [API reference](/api-docs) describes everything that programs can do.'),
    ]
      .filter(Boolean)
      .join(' '),
  );

const terms = (place: Place) =>
  text(
    ownText(place),
    heading(t('Your account')),
    t(
      'You are responsible for what is done with your account. Choose a password that you use nowhere else, and turn on two-factor authentication under Settings. Do not pretend to be someone else.',
    ),
    heading(t('Your content')),
    t(
      'What you publish stays yours. By publishing it here you allow {name} to store it and to show it to the audience that you choose. You can edit and delete it.',
      { name: place.name },
    ),
    heading(t('What is not allowed')),
    t(
      'Anything that is against the law, harassment, threats, spam, and attempts to break or overload the service. Anyone can report content, and moderators can hide or remove it and suspend accounts. You are notified of decisions on your content, and can appeal against them.',
    ),
    heading(t('The service')),
    t(
      '{name} is provided as it is. It can be unavailable, change or end. You can download your data under Settings at any time.',
      { name: place.name },
    ),
  );

const privacy = (place: Place) =>
  text(
    ownText(place),
    heading(t('What is stored')),
    list(
      t(
        'Your account: name, username, email address, a hash of your password, and what you add to your profile.',
      ),
      t('What you publish, send and upload, and how you react to, follow and save what others do.'),
      t(
        'Your sessions: the browser and the network address that you signed in from, so that you can check them under Settings.',
      ),
      t(
        'Logs and limits: requests with their network addresses, for as long as it takes to protect and operate the service.',
      ),
    ),
    heading(t('Who sees it')),
    t(
      'Public posts can be read by anyone, also by search engines and programs. Posts for friends and messages are shown to the people they are for. Operators and moderators can see what is reported to them. Operators have access to the server and its database.',
    ),
    heading(t('Cookies')),
    t(
      'One that keeps you signed in, and ones that remember the theme and the language that you choose. There are no advertisements and no trackers of other companies.',
    ),
    heading(t('Your choices')),
    t(
      'Under Settings you can change who sees what, download all of your data, and delete your account. An account is deleted {days, plural, one {# day} other {# days}} after you ask for it; until then you can change your mind.',
      { days: place.deletionDays },
    ),
    t('[Contact the operators](/contact) with questions or requests about your data.'),
  );
