-- backward_compatible: true
ALTER TABLE b ADD COLUMN z INTEGER;
