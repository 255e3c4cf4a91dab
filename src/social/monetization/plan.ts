export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The seller of a plan. */
export interface Seller {
  type: 'profile' | 'page';
  id: string;
}

/** What a plan says of itself. */
export interface PlanContent {
  title: string;
  /** In the currency of the installation, as it was typed: `4.50`. */
  price: string;
  /** How many periods a payment covers. */
  periodNum: number;
  period: Period;
  description: string;
  /** Days that are free for who subscribes for the first time; 0: none. */
  trialDays: number;
}

/** A subscription that a person or a page offers. */
export interface Plan extends PlanContent {
  id: string;
  seller: Seller;
  /** Its place among the plans of its seller, from 1. */
  position: number;
}

/** The page on which plans are managed. */
export const plansPath = '/settings/monetization';
