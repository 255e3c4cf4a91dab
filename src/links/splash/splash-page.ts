import type { OwnColors } from '../custom-pages/input.ts';
import type { OwnPicture } from '../custom-pages/pictures.ts';

/** A custom page shown before the destination of a link. */
export interface SplashPage {
  /** Digits. */
  id: string;
  /** Visible only to its owner. */
  name: string;
  content: SplashContent;
  createdAt: Date;
}

export interface SplashContent {
  title: string;
  message: string;
  banner: OwnPicture | null;
  avatar: OwnPicture | null;
  /** An additional button. Blank: none. */
  buttonText: string;
  buttonAddress: string | null;
  /** Delay before the redirect. 0: only when the visitor presses Continue. */
  seconds: number;
  colors: OwnColors | null;
}

export const maxSeconds = 60;
export const usualSeconds = 10;

export const emptySplash: SplashContent = {
  title: '',
  message: '',
  banner: null,
  avatar: null,
  buttonText: '',
  buttonAddress: null,
  seconds: usualSeconds,
  colors: null,
};
