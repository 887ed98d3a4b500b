"""What tests share: where data lies, fakes, strategies."""
