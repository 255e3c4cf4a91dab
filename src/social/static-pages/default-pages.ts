import { currentLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import type { StaticPage } from './static-pages.ts';

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
  `*${t('The operators of {name} have not published their own text. This default text comes with the software and describes what it does. [Contact the operators](/contact) with questions.', { name })}*`;

const about = ({ name, url, source }: Place) =>
  text(
    t(
      '{name} is a social network at [{url}]({url}). It runs Plaza, which anyone can run on their own server. The operators decide who can join and which rules apply.',
      { name, url },
    ),
    t(
      'Members write posts, articles, questions and answers, take part in forums, and send messages. Short links are part of the same account. There are no advertisements, and the feed is chronological.',
    ),
    list(
      `[${t('Contact the operators')}](/contact)`,
      `[${t('Terms of use')}](/static/terms)`,
      `[${t('Privacy')}](/static/privacy)`,
      `[${t('For developers')}](/developers)`,
    ),
    heading(t('Run your own')),
    t(
      'Plaza is one program: the social network, a link shortener and an API that programs pay for, with its own database. It runs on one small server. With Linux and Node, two commands are enough: the first starts it, the second adds sample content.',
    ),
    '    npm start\n    npm run demo',
    [
      source !== '' && `[${t('Get the source code')}](${source}).`,
      t('The [API reference](/api-docs) describes all APIs.'),
    ]
      .filter(Boolean)
      .join(' '),
  );

const terms = (place: Place) =>
  text(
    ownText(place),
    heading(t('Your account')),
    t(
      'You are responsible for all activity on your account. Choose a password that you use nowhere else, and turn on two-factor authentication under Settings. Do not impersonate others.',
    ),
    heading(t('Your content')),
    t(
      'You own what you publish. By publishing it here, you allow {name} to store it and to show it to the audience you choose. You can edit and delete it at any time.',
      { name: place.name },
    ),
    heading(t('What is not allowed')),
    t(
      'Anything illegal, harassment, threats, spam, and attempts to break or overload the service. Anyone can report content, and moderators can hide or remove it and suspend accounts. You are notified of decisions about your content and can appeal them.',
    ),
    heading(t('The service')),
    t(
      '{name} is provided “as is”. It can be unavailable, change or shut down. You can download your data under Settings at any time.',
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
      t('What you publish, send and upload, and your reactions, follows and saved items.'),
      t(
        'Your sessions: the browsers and IP addresses you signed in from, so that you can check them under Settings.',
      ),
      t(
        'Logs and rate limits: requests with their IP addresses, for as long as needed to protect and operate the service.',
      ),
    ),
    heading(t('Who can see it')),
    t(
      'Public posts can be read by anyone, including search engines and programs. Posts for friends and messages are only visible to their audience. Operators and moderators can see reported content. Operators have access to the server and its database.',
    ),
    heading(t('Cookies')),
    t(
      'One keeps you signed in, others remember your theme and language. There are no advertisements and no third-party trackers.',
    ),
    heading(t('Your choices')),
    t(
      'Under Settings you can change who sees what, download all of your data, and delete your account. Accounts are deleted {days, plural, one {# day} other {# days}} after the request. Until then, you can cancel.',
      { days: place.deletionDays },
    ),
    t('[Contact the operators](/contact) with questions or requests about your data.'),
  );
