-- Where a top-up by card is paid, while its Checkout session is open.
alter table social.top_up add column checkout_url text;
