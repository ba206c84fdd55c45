-- Lines that a person has put aside: kept beside the cart, and never ticked.
alter table cart_lines add column later boolean not null default false;
alter table cart_lines add constraint cart_lines_aside check (not (later and ticked));
