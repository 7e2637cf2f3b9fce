-- backward_compatible: false
-- The first tables; this comment has a ; in it.
CREATE TABLE a (x TEXT DEFAULT ';');
CREATE TABLE b (y INTEGER);
