import { t } from '../../kernel/translation/translate.ts';
import Bowser from 'bowser';

/** Returns a readable device name: the one sent by the app, else browser and system from the user agent. */
export function deviceName({ deviceName, userAgent }: { deviceName: string; userAgent: string }): string {
  if (deviceName) return deviceName;
  if (!userAgent) return t('Unknown device');
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || userAgent.slice(0, 40);
}
