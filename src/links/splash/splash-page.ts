import type { OwnColors } from '../custom-pages/colors.ts';
import type { OwnPicture } from '../custom-pages/pictures.ts';

/** A page of an owner's own that is shown on the way to where a link leads. */
export interface SplashPage {
  /** Digits. */
  id: string;
  /** For its owner alone. */
  name: string;
  content: SplashContent;
  createdAt: Date;
}

export interface SplashContent {
  title: string;
  message: string;
  banner: OwnPicture | null;
  avatar: OwnPicture | null;
  /** A button beside the way on; blank: none. */
  buttonText: string;
  buttonAddress: string | null;
  /** After these the visitor is led on; 0: only when they press Continue. */
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
