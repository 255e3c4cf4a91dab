import { t } from '../../kernel/translation/translate.ts';
/** An app of somebody's that others may sign in with. */
export interface OAuthApp extends AppDetails {
  /** Digits. */
  id: string;
  /** What the app calls itself by on the wire: `app_id`. */
  authId: string;
  /** Path in the file store; null: none. */
  icon: string | null;
  createdAt: Date;
}

export interface AppDetails {
  name: string;
  /** Where the app lives, such as `example.org`. */
  domain: string;
  /** Where people come back to, to the character. */
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
