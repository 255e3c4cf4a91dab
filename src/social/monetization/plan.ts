export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The seller of a plan. */
export interface Seller {
  type: 'profile' | 'page';
  id: string;
}

/** The details of a plan. */
export interface PlanContent {
  title: string;
  /** In the currency of the installation, as typed: `4.50`. */
  price: string;
  /** Number of periods per payment. */
  periodNum: number;
  period: Period;
  description: string;
  /** Free trial days for new subscribers. 0 means no trial. */
  trialDays: number;
  /** Position among the seller's plans. Null to follow the order of creation. */
  chosenPosition: number | null;
}

/** A paid plan of a person or page. */
export interface Plan extends PlanContent {
  id: string;
  seller: Seller;
  /** The chosen position, or the one by creation, from 1. */
  position: number;
}

/** Path of the page to manage plans. */
export const plansPath = '/settings/monetization';
