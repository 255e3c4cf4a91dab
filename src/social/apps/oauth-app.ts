import { t } from '../../kernel/translation/translate.ts';
/** A third-party app that people can sign in with. */
export interface OAuthApp extends AppDetails {
  /** Digits. */
  id: string;
  /** The public ID of the app: `app_id` in the API. */
  authId: string;
  /** Path in the file store, or null without an icon. */
  icon: string | null;
  createdAt: Date;
}

export interface AppDetails {
  name: string;
  /** Domain of the app, such as `example.org`. */
  domain: string;
  /** Redirect URL, compared character by character. */
  redirectUrl: string;
  description: string;
  category: string;
}

export const appCategories = () =>
  [
    t('Business'),
    t('Community'),
    t('Education'),
    t('Entertainment'),
    t('Games'),
    t('Health'),
    t('News'),
    t('Productivity'),
    t('Shopping'),
    t('Other'),
  ] as const;
