-- Monthly sales are counted by parcels.
create index parcels_shipped on parcels (shipped_at) where replaces is null;
