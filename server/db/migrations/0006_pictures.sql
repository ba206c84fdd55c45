-- A picture that is not drawn yet is looked up before it is drawn: only what the market names is.
create index products_pictures on products using gin (pictures jsonb_path_ops);
create index variants_picture on variants ((picture ->> 'src')) where picture is not null;
create index reviews_pictures on reviews using gin (pictures jsonb_path_ops) where pictures <> '[]';
create index order_lines_picture on order_lines ((picture ->> 'src')) where picture is not null;
