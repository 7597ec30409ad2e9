{
  description = "fms-tui: choose which attributes to have judged, and how often, within a budget";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = build: nixpkgs.lib.genAttrs systems (system: build nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = (pkgs.buildGoModule.override { go = pkgs.go_1_26; }) rec {
          pname = "fms-tui";
          version = "0.1.0";
          src = self;
          # FMS_RELEASE=1 go -C tools test -run TestFlake ./packaging says what it must be.
          vendorHash = "sha256-VyPgiMNyJy9NVaJlLiCarBUjQlK2RduSR8E+cHYRUXg=";
          subPackages = [ "cmd/fms-tui" ];
          env.CGO_ENABLED = 0;
          ldflags = [ "-s" "-w" "-X main.version=${version}" ];
          nativeBuildInputs = [ pkgs.installShellFiles ];
          doCheck = false; # CI runs the tests; some need a terminal
          postInstall = pkgs.lib.optionalString (pkgs.stdenv.buildPlatform.canExecute pkgs.stdenv.hostPlatform) ''
            program=$out/bin/fms-tui
            $program help --man > fms-tui.1
            grep -o 'fms-tui-[a-z]*(1)' fms-tui.1 | sed 's/fms-tui-\(.*\)(1)/\1/' | sort -u | while read -r command; do
              $program help --man "$command" > "fms-tui-$command.1"
            done
            installManPage fms-tui*.1
            installShellCompletion --cmd fms-tui \
              --bash <($program completion bash) \
              --zsh <($program completion zsh) \
              --fish <($program completion fish)
          '';
          meta = {
            description = "Choose which attributes to have judged, and how often, within a budget";
            license = pkgs.lib.licenses.mit;
            mainProgram = "fms-tui";
          };
        };
      });
    };
}
