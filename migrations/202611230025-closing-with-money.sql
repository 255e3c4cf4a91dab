-- Whoever asks for the deletion of their account says first what becomes of their money: it is paid out, or given up.
create function social.refuse_closing_with_money() returns trigger language plpgsql as $$
begin
  if new.scope = 'account' and new.asked_by is null and exists (
    select from social.ledger_account where owner_id = new.account_id and balance > 0
  ) then
    raise exception 'There is money in your wallet: request a payout, or give it up under Settings > Wallet'
      using errcode = 'HP409';
  end if;
  return new;
end $$;
create trigger closing_with_money before insert on identity.closing
  for each row execute function social.refuse_closing_with_money();
